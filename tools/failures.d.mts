type VitestReport = {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message?: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

export function placesIn(output: string): string[]
export function failedTests(report: VitestReport, root: string): string[]
