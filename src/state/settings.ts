import { computed, createModel, signal } from '@preact/signals-core'
import type { Ports } from '#src/ports.ts'
import type { Lang, SettingsModel, Theme } from '#src/state/types.ts'

const themes: readonly Theme[] = ['system', 'light', 'dark']
const langs: readonly Lang[] = ['th', 'en']

/** Whether the phone itself prefers dark, and a way to hear of changes. */
export type SystemTheme = { dark(): boolean; onChange(run: () => void): () => void }

/**
 * What the customer chose for this phone. The theme follows the phone until then; the language is Thai,
 * or English where LINE's own language is English.
 */
export const Settings = createModel(
  (
    ports: Pick<Ports, 'local'> & { line: Pick<Ports['line'], 'language'> },
    system: SystemTheme,
  ): SettingsModel => {
    const theme = signal<Theme>(themes.find(value => value === ports.local.phone.get('theme')) ?? 'system')
    const lang = signal<Lang>(
      langs.find(value => value === ports.local.phone.get('lang')) ??
        (ports.line.language().startsWith('en') ? 'en' : 'th'),
    )
    const systemDark = signal(system.dark())
    system.onChange(() => {
      systemDark.value = system.dark()
    })
    return {
      theme,
      lang,
      dark: computed(() => (theme.value === 'system' ? systemDark.value : theme.value === 'dark')),
      setTheme(value) {
        theme.value = value
        ports.local.phone.set('theme', value)
      },
      setLang(value) {
        lang.value = value
        ports.local.phone.set('lang', value)
      },
    }
  },
)
