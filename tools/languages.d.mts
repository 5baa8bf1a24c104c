type Language = {
  readonly name: string
  readonly program: string
  readonly check: readonly string[]
  readonly debian: string
}

export const LANGUAGES: readonly Language[]
export function hasLanguage(language: Language): boolean
