export type Suite = {
  readonly name: string
  readonly part: string
  readonly step: string
  readonly circles: readonly string[]
}

export const CIRCLES: readonly string[]
export const PARTS: readonly string[]
export const suites: readonly Suite[]
