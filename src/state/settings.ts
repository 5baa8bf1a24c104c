import { computed, createModel, signal } from '@preact/signals-core'
import { type Lang, langFor, langs } from '#src/i18n/languages.ts'
import type { Ports } from '#src/ports.ts'
import type { SettingsModel, Theme } from '#src/state/types.ts'

const themes: readonly Theme[] = ['system', 'light', 'dark']

const REPORTS = 'reports'

export type SystemTheme = { dark(): boolean; onChange(run: () => void): () => void }

export const Settings = createModel(
  (
    ports: Pick<Ports, 'local'> & { line: Pick<Ports['line'], 'language'> },
    system: SystemTheme,
  ): SettingsModel => {
    const theme = signal<Theme>(themes.find(value => value === ports.local.phone.get('theme')) ?? 'system')
    const lang = signal<Lang>(
      langs.find(value => value === ports.local.phone.get('lang')) ?? langFor(ports.line.language()),
    )
    const systemDark = signal(system.dark())
    system.onChange(() => {
      systemDark.value = system.dark()
    })
    return {
      theme,
      lang,
      dark: computed(() => (theme.value === 'system' ? systemDark.value : theme.value === 'dark')),
      sendsReports: () => ports.local.phone.get(REPORTS) !== 'off',
      setReports(value) {
        ports.local.phone.set(REPORTS, value ? null : 'off')
      },
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
