/** The parts of the Navigation API that the shim uses. TypeScript's DOM library may lack them. */
export type NavigateEventLike = Event & {
  readonly destination: { readonly url: string; readonly sameDocument: boolean }
  readonly navigationType: 'push' | 'replace' | 'reload' | 'traverse'
  readonly hashChange: boolean
  readonly formData: FormData | null
  readonly downloadRequest: string | null
}

export type NavigationLike = {
  readonly addEventListener: (type: 'navigate', listener: (event: NavigateEventLike) => void) => void
}

/** Returns undefined before Firefox 147 and Safari 26.2. */
export function navigationOf(win: Window): NavigationLike | undefined {
  return (win as Window & { navigation?: NavigationLike }).navigation
}
