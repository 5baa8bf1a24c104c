import type { Navigation } from '#src/ports.ts'

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
