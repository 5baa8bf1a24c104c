import type { Navigation } from '#src/ports.ts'

/** Returns a function that is true if the customer has typed or chosen something since the last change of route. */
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
