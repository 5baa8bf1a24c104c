import { Alert, Button, Group, Paper, Select, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { type ReviewNote, reviewNotes } from '#campaign/review-notes.ts'
import { NOTE_MAX } from '#contract/desk/limits.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { type RejectReason, rejectReasons } from '#contract/schema/receipt.ts'
import { useChange, useMe, useRead } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { List } from '../../ui/list.tsx'
import { Note } from '../../ui/note.tsx'
import { Reading } from '../../ui/reading.tsx'
import { ReceiptPhotos } from '../../ui/receipt-photos.tsx'
import { reasonText } from '../customers/timeline.tsx'

type Checks = DeskAnswer<'reviewChecks'>
type Disagreement = Checks['disagreements'][number]

/** Lists receipts on which two reviewers disagree, for a manager to decide. */
export function Disagreements() {
  const { t, number } = useTexts()
  const checks = useRead('reviewChecks')
  return (
    <Stack>
      <Text maw={720}>{t('quality.disagreements.text')}</Text>
      <Reading of={checks}>
        {({ disagreements, more, waiting }) => (
          <>
            {waiting.all > 0 && <Text>{t('quality.second-looks', { count: number(waiting.all) })}</Text>}
            {waiting.nobody > 0 && (
              <Alert color="yellow">
                {t('quality.second-looks.nobody', { count: number(waiting.nobody) })}
              </Alert>
            )}
            {disagreements.length === 0 && (
              <Text c="dimmed" role="status">
                {t('quality.disagreements.none')}
              </Text>
            )}
            {disagreements.map(one => (
              <OneDisagreement key={`${one.receiptId} ${one.version}`} one={one} />
            ))}
            {more && <Text c="dimmed">{t('quality.disagreements.more')}</Text>}
          </>
        )}
      </Reading>
    </Stack>
  )
}

function OneDisagreement({ one }: { readonly one: Disagreement }) {
  const { t, number, language } = useTexts()
  const { data: me } = useMe()
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Text fw={600}>
          {one.store[language]} · {t('customers.receipt', { no: one.receiptNo, baht: number(one.baht) })}
        </Text>
        <Photos one={one} mayShow={me?.permissions.includes('customers') ?? false} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <OneDecision title="quality.first" decision={one.first} note={null} />
          <OneDecision title="quality.second" decision={one.second} note={one.second.note} />
        </SimpleGrid>
        {me?.permissions.includes('review-settle') && <Settling one={one} />}
      </Stack>
    </Paper>
  )
}

function Photos({ one, mayShow }: { readonly one: Disagreement; readonly mayShow: boolean }) {
  const { t } = useTexts()
  if (one.photos === 0) return <Note>{t('quality.no-photo')}</Note>
  if (!mayShow) return null
  return (
    <ReceiptPhotos
      receiptId={one.receiptId}
      photos={one.photos}
      nameOf={at => t('quality.photo', { number: at, no: one.receiptNo })}
      size={{ h: 240, w: 180, fit: 'contain' }}
    />
  )
}

type DecisionProps = {
  readonly title: 'quality.first' | 'quality.second'
  readonly decision: Disagreement['first']
  readonly note: string | null
}

function OneDecision({ title, decision, note }: DecisionProps) {
  const { t, time, language } = useTexts()
  const reason = reasonText(decision.reason, language)
  return (
    <div>
      <Text size="sm" fw={600}>
        {t(title, { name: decision.name })}
      </Text>
      <Text size="sm">
        {t(`quality.${decision.decision}`)}
        {reason && `: ${reason}`}
      </Text>
      {decision.corrected && <Corrected values={decision.corrected} />}
      {note !== null && <Text size="sm">{t('quality.note', { note })}</Text>}
      <Note>{time(decision.at)}</Note>
    </div>
  )
}

/** Shows the values that this reviewer read in the photo. */
function Corrected({ values }: { readonly values: NonNullable<Disagreement['first']['corrected']> }) {
  const { t, time, number, language } = useTexts()
  const { store, receiptNo, baht, purchasedAt } = values
  const read = [
    [t('list.amount'), baht === undefined ? undefined : number(baht)],
    [t('list.number'), receiptNo],
    [t('review.bought'), purchasedAt === undefined ? undefined : time(purchasedAt)],
    [t('list.store'), store?.[language]],
  ].filter(([, value]) => value !== undefined)
  return (
    <Text size="sm">
      {t('quality.corrected', { values: read.map(([label, value]) => `${label} ${value}`).join(' · ') })}
    </Text>
  )
}

const reasons = Object.keys(rejectReasons) as RejectReason[]

const templatesOf = ({ first, second }: Disagreement) =>
  reasons
    .filter(reason => reason === first.reason || reason === second.reason)
    .flatMap<ReviewNote>(reason => reviewNotes[reason])

function Settling({ one }: { readonly one: Disagreement }) {
  const { t, language } = useTexts()
  const settle = useChange('reviewSettle')
  const [note, setNote] = useState('')
  const templates = templatesOf(one)
  if (one.settle !== 'may') return <Text size="sm">{t(`quality.${one.settle}`)}</Text>
  const send = (right: 'first' | 'second') =>
    settle.mutate({
      body: { receiptId: one.receiptId, version: one.version, right, note: note.trim() || null },
    })
  return (
    <Stack gap="xs">
      {templates.length > 0 && (
        <Select
          label={t('quality.settle.template')}
          placeholder={t('quality.settle.choose')}
          data={templates.map(template => template[language])}
          value={null}
          onChange={value => setNote(value ?? note)}
          maw={520}
        />
      )}
      <Textarea
        label={t('quality.settle.note')}
        description={t('quality.settle.note.text')}
        value={note}
        maxLength={NOTE_MAX}
        onChange={event => setNote(event.target.value)}
        autosize
        maw={520}
      />
      {settle.isError && <Failure error={settle.error} />}
      <Group>
        {(['first', 'second'] as const).map(right => (
          <Button
            key={right}
            variant="default"
            disabled={settle.isPending}
            loading={settle.isPending && settle.variables.body?.right === right}
            onClick={() => send(right)}
          >
            {t(`quality.right.${right}`)}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}

export function Rates() {
  const { t, number } = useTexts()
  const checks = useRead('reviewChecks')
  const percent = (share: number) => `${number(Math.round(share * 1000) / 10)}%`
  return (
    <Stack>
      <Reading of={checks}>
        {({ least, rates }) => (
          <>
            <Text maw={720}>{t('quality.rates.text', { least: number(least) })}</Text>
            <List
              label={t('quality.tab.rates')}
              heads={[
                t('quality.reviewer'),
                t('quality.checked'),
                t('quality.errors'),
                t('quality.rate'),
                t('quality.interval'),
              ]}
              rows={rates.map(({ name, checked, errors, rate }, index) => ({
                key: `${index} ${name}`,
                cells: [
                  name ?? t('quality.everyone'),
                  number(checked),
                  number(errors),
                  rate ? percent(rate.value) : t('quality.too-few'),
                  rate ? `${percent(rate.low)} – ${percent(rate.high)}` : '',
                ],
              }))}
            />
          </>
        )}
      </Reading>
    </Stack>
  )
}
