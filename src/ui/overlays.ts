import { createLazy } from './lazy.tsx'

/** Parts of the layout that are usually empty. Their scripts load after the first paint. */
export const strip = createLazy(async () => (await import('./strip.tsx')).Strip)
export const toastHost = createLazy(async () => (await import('./toast-host.tsx')).ToastHost)

/** Lazy, because some screens can be shown before the dialog has loaded. */
export const legalDialog = createLazy(async () => (await import('./terms-dialogs.tsx')).LegalDialog)
