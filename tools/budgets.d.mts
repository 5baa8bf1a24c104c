export type Finished = {
  readonly suite: { readonly name: string }
  readonly result: { readonly failed: number }
  readonly cpu: number | null
  readonly speed: number
  readonly others: number
}

export function budgetReport(
  budgets: {
    readonly sampleMs: number
    readonly [circle: string]: number | Readonly<Record<string, number>>
  },
  circle: string,
  finished: readonly Finished[],
): { readonly lines: string[]; readonly over: string[] }
