/** Spring Boot configures token buckets, and the filter that uses them, by properties. */
package io.goodput.buckets.spring;
