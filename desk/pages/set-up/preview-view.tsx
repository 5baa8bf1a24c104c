import { Alert, Badge, List as Items, Stack, Text } from '@mantine/core'
import type { RuleField } from '#contract/desk/set-up.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import type { TextKey } from '../../texts/th.ts'
import { th } from '../../texts/th.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Heading } from '../../ui/heading.tsx'
import { List } from '../../ui/list.tsx'
import { StoreLines } from './store-lines.tsx'

type Preview = DeskAnswer<'previewSetUp'>
type Value = Preview['differences'][number]['from']

export function PreviewView({ preview }: { readonly preview: Preview }) {
  const { t, number } = useTexts()
  const { refusal, differences, effects, lines } = preview
  const fieldName = useFieldName()
  const value = useValue()
  return (
    <Stack role="status" aria-live="polite">
      {refusal && <Refusal refusal={refusal} />}
      {differences.length > 0 && (
        <List
          label={t('set-up.what-changes')}
          heads={[t('set-up.value'), t('set-up.now'), t('set-up.then')]}
          rows={differences.map(({ field, from, to }) => ({
            key: field,
            cells: [fieldName(field), value(field, from), value(field, to)],
          }))}
        />
      )}
      {!refusal && (
        <>
          <Heading size="h5">{t('set-up.what-changes')}</Heading>
          {effects.length === 0 ? (
            <Text size="sm">{t('set-up.nothing')}</Text>
          ) : (
            <Items size="sm" spacing="xs">
              {effects.map(({ kind, count, text, isWarning }) => (
                <Items.Item key={`${kind} ${text}`}>
                  {isWarning && (
                    <Badge color="orange" variant="light" mr={6}>
                      {t('set-up.warning')}
                    </Badge>
                  )}
                  {t(`set-up.effect.${kind}`, {
                    count: number(count ?? 0),
                    text: kind === 'text-same' ? fieldName(text ?? '') : (text ?? ''),
                  })}
                </Items.Item>
              ))}
            </Items>
          )}
        </>
      )}
      {lines.length > 0 && <StoreLines lines={lines} />}
    </Stack>
  )
}

/** Returns a set-up field's label, given its name in the contract or its database column. */
function useFieldName(): (field: string) => string {
  const { t } = useTexts()
  return field => {
    const camel = field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    const key = `set-up.field.${camel}`
    return key in th ? t(key as TextKey) : field
  }
}

const isTime = (field: string): boolean => /(At|By)$/.test(field) || field === 'opens' || field === 'closes'

/** Used for fields in which null does not simply mean "none". */
const emptyTexts: Readonly<Record<string, TextKey>> = {
  closes: 'set-up.questions.no-close',
  usableFromAt: 'set-up.rewards.no-opening',
  usableUntilAt: 'set-up.rewards.no-end',
}

function useValue(): (field: string, value: Value) => string {
  const { t, time, number } = useTexts()
  return (field, value) => {
    if (value === null) return t(emptyTexts[field] ?? 'set-up.empty')
    if (typeof value === 'string') return value
    if (isTime(field)) return time(value)
    return number(field === ('minAmountSatang' satisfies RuleField) ? value / 100 : value)
  }
}

function Refusal({ refusal }: { readonly refusal: NonNullable<Preview['refusal']> }) {
  const { t, time, number } = useTexts()
  const fieldName = useFieldName()
  const { code, values } = refusal
  const named = Object.entries(values).map(([name, value]): [string, string | number] => {
    if (name === 'time' && typeof value === 'number') return [name, time(value)]
    if (['field', 'first', 'second'].includes(name)) return [name, fieldName(String(value))]
    if (name === 'what') return [name, t(`set-up.columns.${value}` as TextKey)]
    return [name, typeof value === 'number' ? number(value) : value]
  })
  return (
    <Alert color="red" title={t('set-up.refused')}>
      {t(`set-up.refusal.${code}`, Object.fromEntries(named))}
    </Alert>
  )
}
