/** An error that a screen threw while rendering. */
export type Thrown = { readonly error: unknown; readonly screen: string }

/**
 * Errors that wait for the script that reports them (`src/boot/phone-report.ts`), which loads after home. That script
 * replaces `push`.
 */
export const earlyErrors: (ErrorEvent | PromiseRejectionEvent | Thrown)[] = []

/** Collects the errors that the browser reports for the page, from React's start. The entry script has no room for it. */
export function collectErrors(): void {
  const keep = (event: ErrorEvent | PromiseRejectionEvent) => void earlyErrors.push(event)
  addEventListener('error', keep)
  addEventListener('unhandledrejection', keep)
}
