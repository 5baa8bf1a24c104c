export type Thrown = { readonly error: unknown; readonly screen: string }

/** Errors stored until `src/boot/phone-report.ts`, which loads after home, replaces `push`. */
export const earlyErrors: (ErrorEvent | PromiseRejectionEvent | Thrown)[] = []

/** Starts storing errors. Called when React starts, to keep the entry script small. */
export function collectErrors(): void {
  const keep = (event: ErrorEvent | PromiseRejectionEvent) => void earlyErrors.push(event)
  addEventListener('error', keep)
  addEventListener('unhandledrejection', keep)
}
