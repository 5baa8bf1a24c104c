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

type PlaywrightSuite = {
  readonly specs?: readonly {
    readonly ok: boolean
    readonly file: string
    readonly line: number
    readonly title: string
    readonly tests: readonly {
      readonly results: readonly { readonly error?: { readonly message?: string } }[]
    }[]
  }[]
  readonly suites?: readonly PlaywrightSuite[]
}

type PlaywrightReport = {
  readonly suites: readonly PlaywrightSuite[]
  readonly errors: readonly { readonly message?: string }[]
}

export function placesIn(output: string): string[]
export function failedTests(report: VitestReport, root: string): string[]
export function failedBrowserTests(report: PlaywrightReport): string[]
