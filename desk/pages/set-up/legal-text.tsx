import { Button, Group, List as Items, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Legal, LegalFacts } from '#campaign/legal-facts.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import type { Lang } from '#contract/languages.ts'
import { useTexts } from '../../texts/use-texts.tsx'

type Props = {
  readonly document: DeskAnswer<'setUp'>['terms'][number]['document']
  readonly rules: DeskAnswer<'setUp'>['rules']
}

const loaders: Readonly<Record<Lang, () => Promise<Legal>>> = {
  th: () => import('#campaign/legal.th.ts'),
  en: () => import('#campaign/legal.en.ts'),
}

export function LegalText({ document, rules }: Props) {
  const { t, time, number, language: own } = useTexts()
  const [shown, setShown] = useState<Lang | null>(null)
  const id = useId()
  const legal = useQuery({
    queryKey: ['legal', shown],
    queryFn: () => loaders[shown ?? own](),
    enabled: shown !== null,
  })
  const facts: LegalFacts = {
    permitNo: rules.permitNo,
    dates: {
      opens: time(rules.opensAt),
      closes: time(rules.closesAt),
      draw: time(rules.drawAt),
      announce: time(rules.announceAt),
      confirmBy: time(rules.confirmBy),
    },
    bahtPerEntry: number(rules.bahtPerRight),
    minAmount: number(rules.minAmountSatang / 100),
    maxReceiptsPerDay: rules.maxReceiptsPerDay,
    minAge: rules.minAge,
    money: number,
    number,
  }
  const sections = shown && legal.data ? legal.data[document](facts) : []
  const names = { th: t('exports.lang.th'), en: t('exports.lang.en') }
  return (
    <Stack gap="xs">
      <Group gap="xs" role="group" aria-labelledby={id}>
        <span id={id}>{t('set-up.terms.text')}</span>
        {(['th', 'en'] as const).map(one => (
          <Button
            key={one}
            size="xs"
            variant={shown === one ? 'filled' : 'default'}
            aria-pressed={shown === one}
            onClick={() => setShown(shown === one ? null : one)}
          >
            {names[one]}
          </Button>
        ))}
      </Group>
      {sections.map(({ title, points }) => (
        <section key={title} lang={shown ?? own}>
          <Title order={4} size="h6">
            {title}
          </Title>
          <Items size="sm">
            {points.map(point => (
              <Items.Item key={point}>{point}</Items.Item>
            ))}
          </Items>
        </section>
      ))}
    </Stack>
  )
}
