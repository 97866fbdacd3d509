// Checks a file of alert rules, and PromQL expressions, with Prometheus's own parsers.
//
//	checkrules RULES.yaml [EXPRESSION...]
package main

import (
	"fmt"
	"log/slog"
	"os"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql/parser"
)

func main() {
	promql := parser.NewParser(parser.Options{})
	groups, errors := rulefmt.ParseFile(os.Args[1], false, model.LegacyValidation, promql, slog.Default())
	for _, expression := range os.Args[2:] {
		if _, err := promql.ParseExpr(expression); err != nil {
			errors = append(errors, fmt.Errorf("%s: %w", expression, err))
		}
	}
	for _, err := range errors {
		fmt.Println(err)
	}
	if len(errors) > 0 {
		os.Exit(1)
	}
	rules := 0
	for _, group := range groups.Groups {
		rules += len(group.Rules)
	}
	fmt.Printf("%d rules, %d expressions\n", rules, len(os.Args)-2)
}
