export type Thrown = { readonly error: unknown; readonly screen: string }

/** Errors stored for `src/boot/phone-report.ts`, which loads after home and replaces `push`. */
export const earlyErrors: (ErrorEvent | PromiseRejectionEvent | Thrown)[] = []

/** Called when React starts, because the entry script must stay small. */
export function collectErrors(): void {
  const keep = (event: ErrorEvent | PromiseRejectionEvent) => void earlyErrors.push(event)
  addEventListener('error', keep)
  addEventListener('unhandledrejection', keep)
}
