import type { Navigation } from '#src/ports.ts'

/** Whether something was typed or chosen on this screen. */
export function typedSinceMove(navigation: Pick<Navigation, 'onChange'>): () => boolean {
  let typed = false
  document.addEventListener('input', () => {
    typed = true
  })
  navigation.onChange(() => {
    typed = false
  })
  return () => typed
}
