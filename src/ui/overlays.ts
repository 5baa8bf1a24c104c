import { createLazy } from './lazy.tsx'

/** Parts of the layout that are usually empty. Their scripts load after the first paint. */
export const strip = createLazy(async () => (await import('./strip.tsx')).Strip)
export const toastHost = createLazy(async () => (await import('./toast-host.tsx')).ToastHost)

/** The dialog with the terms or the privacy notice, for screens that can be shown before it has loaded. */
export const legalDialog = createLazy(async () => (await import('./terms-dialogs.tsx')).LegalDialog)
