package io.goodput.core.table;

import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

/**
 * A result or a parameter that may be null, which the build checks. An {@code Optional} would be
 * allocated for each request.
 */
@Target({ElementType.METHOD, ElementType.PARAMETER})
@interface Nullable {}
