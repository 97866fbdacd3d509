// Checks with Porcupine whether a history of registers is linearizable. The history is a file with
// a line for each operation:
//
//	register client begin end kind expected value
//
// Times are nanoseconds, and an end of -1 says that the result is unknown. The kind is "read" (its
// value is what was read), "set" (the register had the expected value, and has the value now),
// "refused" (it did not have the expected value, but the other one), or "unknown" (a set that may
// have happened at any time since its begin, or never).
package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"time"

	"github.com/anishathalye/porcupine"
)

type operation struct {
	register, kind  string
	expected, value int64
}

var model = (&porcupine.NondeterministicModel{
	Partition: func(history []porcupine.Operation) [][]porcupine.Operation {
		byRegister := map[string][]porcupine.Operation{}
		for _, it := range history {
			register := it.Input.(operation).register
			byRegister[register] = append(byRegister[register], it)
		}
		var parts [][]porcupine.Operation
		for _, part := range byRegister {
			parts = append(parts, part)
		}
		return parts
	},
	Init: func() []interface{} { return []interface{}{int64(0)} },
	Step: func(state, input, output interface{}) []interface{} {
		value := state.(int64)
		it := input.(operation)
		switch it.kind {
		case "read":
			if value == it.value {
				return []interface{}{value}
			}
		case "set":
			if value == it.expected {
				return []interface{}{it.value}
			}
		case "refused":
			if value == it.value && value != it.expected {
				return []interface{}{value}
			}
		case "unknown":
			if value == it.expected {
				return []interface{}{value, it.value}
			}
			return []interface{}{value}
		}
		return nil
	},
}).ToModel()

func main() {
	file, err := os.Open(os.Args[1])
	if err != nil {
		panic(err)
	}
	defer file.Close()
	var history []porcupine.Operation
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var it operation
		var client int
		var begin, end int64
		if _, err := fmt.Sscan(lines.Text(), &it.register, &client, &begin, &end, &it.kind,
			&it.expected, &it.value); err != nil {
			panic(fmt.Errorf("%q: %w", lines.Text(), err))
		}
		if end < 0 {
			end = math.MaxInt64
		}
		history = append(history, porcupine.Operation{ClientId: client, Input: it, Call: begin, Return: end})
	}
	fmt.Println(porcupine.CheckOperationsTimeout(model, history, 4*time.Minute))
}
