import { Group, NativeSelect, SegmentedControl, Stack, Text, useComputedColorScheme } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import * as v from 'valibot'
import type { CustomerScreens } from '#contract/desk/screens.ts'
import type { Lang } from '#contract/languages.ts'
import { isFrom, readyMessage, type ShowMessage, type View, views } from '../../preview/protocol.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Heading } from '../../ui/heading.tsx'

type Props = {
  readonly now: CustomerScreens
  /** The screens as they would be after the change. */
  readonly after?: CustomerScreens
  readonly start?: View
}

const contentOf = ({ activity, reward, ...rest }: CustomerScreens): string =>
  JSON.stringify([{ ...activity, serverTime: '' }, { ...reward, updatedAt: '' }, rest])

export function Phone({ now, after, start = 'home' }: Props) {
  const { t, language: own } = useTexts()
  const scheme = useComputedColorScheme('light')
  const [view, setView] = useState<View>(start)
  const [when, setWhen] = useState<'now' | 'after'>(after ? 'after' : 'now')
  const [language, setLanguage] = useState<Lang>(own)
  const [theme, setTheme] = useState(scheme)
  const { termsVersion, privacyVersion } = now.activity
  const screens = when === 'after' && after ? after : now
  const message = useMemo<ShowMessage>(
    () => ({
      kind: 'preview-show',
      screens,
      agreed: { terms: termsVersion, privacy: privacyVersion },
      view,
      language,
      dark: theme === 'dark',
    }),
    [screens, termsVersion, privacyVersion, view, language, theme],
  )
  const isSame = useMemo(() => after !== undefined && contentOf(after) === contentOf(now), [after, now])
  return (
    <Stack>
      <Heading size="h5">{t('set-up.screens')}</Heading>
      <Text size="sm">{t('set-up.screens.what')}</Text>
      {isSame && (
        <Text size="sm" fw={600}>
          {t('set-up.screens.same')}
        </Text>
      )}
      <Group align="end">
        {after && (
          <SegmentedControl
            aria-label={t('list.time')}
            value={when}
            onChange={setWhen}
            data={[
              { value: 'now', label: t('set-up.now') },
              { value: 'after', label: t('set-up.then') },
            ]}
          />
        )}
        <NativeSelect
          label={t('set-up.screens.screen')}
          value={view}
          onChange={event => setView(views.find(one => one === event.target.value) ?? 'home')}
          data={views.map(one => ({ value: one, label: t(`set-up.screens.${one}`) }))}
        />
        <SegmentedControl
          aria-label={t('set-up.screens.language')}
          value={language}
          onChange={setLanguage}
          data={[
            { value: 'th', label: t('exports.lang.th') },
            { value: 'en', label: t('exports.lang.en') },
          ]}
        />
        <SegmentedControl
          aria-label={t('set-up.screens.theme')}
          value={theme}
          onChange={setTheme}
          data={[
            { value: 'light', label: t('set-up.screens.light') },
            { value: 'dark', label: t('set-up.screens.dark') },
          ]}
        />
      </Group>
      <Frame message={message} />
    </Stack>
  )
}

/** Shows a separate document, which sends a message when it is ready, including after a reload. */
function Frame({ message }: { readonly message: ShowMessage }) {
  const { t } = useTexts()
  const frame = useRef<HTMLIFrameElement>(null)
  const [ready, setReady] = useState(0)
  useEffect(() => {
    const listen = (event: MessageEvent) => {
      if (isFrom(event, frame.current?.contentWindow) && v.is(readyMessage, event.data))
        setReady(count => count + 1)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  useEffect(() => {
    if (ready > 0) frame.current?.contentWindow?.postMessage(message, location.origin)
  }, [ready, message])
  return (
    <div className="phone">
      <iframe
        ref={frame}
        src="/preview.html"
        title={t('set-up.screens.frame')}
        sandbox="allow-scripts allow-same-origin allow-forms"
      />
    </div>
  )
}
