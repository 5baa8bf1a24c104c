import { ActionIcon, Button, Group, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useTexts } from '../texts/use-texts.tsx'

export function LanguageAndTheme() {
  const { t, language, setLanguage } = useTexts()
  const scheme = useComputedColorScheme('light')
  const { setColorScheme } = useMantineColorScheme()
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="xs"
        variant="subtle"
        lang={language === 'th' ? 'en' : 'th'}
        onClick={() => setLanguage(language === 'th' ? 'en' : 'th')}
      >
        {t('desk.language')}
      </Button>
      <ActionIcon
        variant="subtle"
        aria-label={t('desk.theme')}
        onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
      >
        {scheme === 'dark' ? '☀' : '☾'}
      </ActionIcon>
    </Group>
  )
}
