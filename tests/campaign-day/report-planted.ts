import { findDefect } from './plant.ts'
import { planted } from './planted.ts'

type Options = {
  readonly names: readonly string[]
  readonly seeds: number
  readonly phones: number
  readonly print: (line: string) => void
}

/**
 * Plants one defect after another and prints how the simulation finds each. Returns the number of defects not found.
 */
export async function reportPlanted({ names, seeds, phones, print }: Options): Promise<number> {
  let missed = 0
  for (const name of names) {
    const { breaks, lines } = planted[name] ?? { breaks: '', lines: [] }
    print(`${name}: broken on purpose is that ${breaks}.`)
    const found = await findDefect(lines, { first: 1, seeds, phones })
    if (found === null) {
      missed += 1
      print(`  NOT FOUND within ${seeds} seeds\n`)
      continue
    }
    const { seed, promise, what, plan, outcome } = found
    print(`  found by seed ${seed}: ${promise}, ${plan.steps.length} steps after shrinking`)
    for (const line of outcome.trace) print(`    ${line}`)
    print(`    ${what}\n`)
  }
  print(`${names.length - missed} of ${names.length} planted defects found`)
  return missed
}
