import { Alert, Badge, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { DEVICE_NAME_MAX } from '#contract/desk/limits.ts'
import { CLOCK_WARN_MS } from '#contract/limits.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useMe, useRead } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Form } from '../../ui/form.tsx'
import { Note } from '../../ui/note.tsx'
import { Loading } from '../../ui/reading.tsx'
import { Camera, type CameraState } from './camera.tsx'
import { prefixOf } from './check-offline.ts'
import { Conflicts } from './conflicts.tsx'
import { type DeviceSettings, readSettings, writeSettings } from './night-store.ts'
import { Result } from './result.tsx'
import css from './scan.module.css'
import { type Door, useDoor } from './use-door.ts'
import { type Shown, useScan } from './use-scan.ts'

/** The page for staff at a door or counter, on a phone. */
export function Scan() {
  const { data: me } = useMe()
  const [settings, setSettings] = useState<DeviceSettings | null | undefined>()
  const [isStarted, setStarted] = useState(false)
  useEffect(() => {
    void readSettings()
      .catch(() => undefined)
      .then(found => setSettings(found ?? null))
  }, [])
  if (!me || settings === undefined) return <Loading />
  const start = (chosen: DeviceSettings) => {
    void writeSettings(chosen).catch(() => undefined)
    setSettings(chosen)
    setStarted(true)
  }
  return (
    <div className={css.page}>
      {settings && isStarted ? (
        <Working personId={me.id} settings={settings} stop={() => setStarted(false)} />
      ) : (
        <Start settings={settings} start={start} />
      )}
    </div>
  )
}

type StartProps = {
  readonly settings: DeviceSettings | null
  readonly start: (settings: DeviceSettings) => void
}

function Start({ settings, start }: StartProps) {
  const { t } = useTexts()
  const list = useRead('nightList')
  const stores = list.data?.stores ?? []
  const [device, setDevice] = useState(settings?.device ?? '')
  const [chosen, setChosen] = useState(settings?.store ?? null)
  const known = stores.find(({ code }) => code === chosen) ?? (stores.length === 1 ? stores[0] : undefined)
  const isComplete = device.trim() !== '' && (stores.length === 0 || known !== undefined)
  return (
    <Form
      submit={() =>
        isComplete && start({ device: device.trim(), store: known?.code ?? (list.isError ? chosen : null) })
      }
    >
      <Stack>
        <TextInput
          label={t('scan.device')}
          description={t('scan.device.text')}
          value={device}
          onChange={event => setDevice(event.target.value)}
          maxLength={DEVICE_NAME_MAX}
          size="md"
          required
        />
        {stores.length > 0 && (
          <Select
            label={t('scan.store')}
            data={stores.map(({ code, name }) => ({ value: code, label: name }))}
            value={known?.code ?? null}
            onChange={setChosen}
            size="md"
            required
          />
        )}
        <Button type="submit" size="lg" disabled={!isComplete || list.isPending}>
          {t('scan.start')}
        </Button>
      </Stack>
    </Form>
  )
}

type WorkingProps = {
  readonly personId: string
  readonly settings: DeviceSettings
  readonly stop: () => void
}

function Working({ personId, settings, stop }: WorkingProps) {
  const { t } = useTexts()
  const door = useDoor(personId, settings)
  const { shown, found, check, handOver } = useScan(door)
  const [camera, setCamera] = useState<CameraState>('loading')
  return (
    <Stack gap="sm">
      <Conflicts conflicts={door.news?.conflicts ?? []} />
      <Status door={door} />
      <Camera state={camera} setState={setCamera} found={found} />
      <div aria-live="assertive">
        {shown ? (
          <Result shown={shown} isSent={isSent(door, shown)} handOver={handOver} />
        ) : (
          <Text>{t('scan.hint')}</Text>
        )}
      </div>
      <Counts door={door} />
      <Typing hasCamera={camera === 'loading' || camera === 'ready'} check={check} />
      <Group justify="space-between" wrap="nowrap">
        <Note>{settings.device}</Note>
        <Button size="xs" variant="default" onClick={stop}>
          {t('scan.change')}
        </Button>
      </Group>
      {camera !== 'loading' && <ListNote door={door} />}
    </Stack>
  )
}

const isSent = ({ unsent }: Door, { code, done }: Shown): boolean =>
  !unsent.some(one => one.prefix === prefixOf(code) && one.rewardType === done?.item.rewardType)

function Status({ door: { isOnline, night, clockError } }: { readonly door: Door }) {
  const { t, number } = useTexts()
  const count = number(night?.list.entries.length ?? 0)
  return (
    <>
      {isOnline ? (
        <Badge color="green" variant="light">
          {t('scan.online')}
        </Badge>
      ) : (
        <Alert color="orange" title={t('scan.offline')}>
          {t(night ? 'scan.offline.list' : 'scan.offline.none', { count })}
        </Alert>
      )}
      {clockError !== null && Math.abs(clockError) > CLOCK_WARN_MS && (
        <Alert color="orange">
          {t('scan.clock', { minutes: number(Math.round(Math.abs(clockError) / MINUTE_MS)) })}
        </Alert>
      )}
    </>
  )
}

function Counts({ door: { news, unsent } }: { readonly door: Door }) {
  const { t, number } = useTexts()
  const counts = news?.counts
  const all =
    counts?.expected == null ? number(counts?.all ?? 0) : `${number(counts.all)} / ${number(counts.expected)}`
  return (
    <Group gap="lg" role="status">
      <Count label={t('scan.count.device')} value={number(counts?.device ?? 0)} />
      <Count label={t('scan.count.all')} value={all} />
      {unsent.length > 0 && <Count label={t('scan.count.unsent')} value={number(unsent.length)} />}
    </Group>
  )
}

function Count({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <Note>{label}</Note>
      <Text fw={700} size="xl">
        {value}
      </Text>
    </div>
  )
}

function ListNote({ door: { night } }: { readonly door: Door }) {
  const { t, time, number } = useTexts()
  if (!night) return null
  const { entries, keepUntil } = night.list
  return <Note>{t('scan.list', { count: number(entries.length), time: time(keepUntil ?? 0) })}</Note>
}

type TypingProps = { readonly hasCamera: boolean; readonly check: (code: string) => void }

/** A code reader that acts as a keyboard types the code and ends it with Enter. */
function Typing({ hasCamera, check }: TypingProps) {
  const { t } = useTexts()
  const [isWanted, setWanted] = useState(false)
  const [code, setCode] = useState('')
  const submit = () => {
    if (code.trim() === '') return
    check(code.trim())
    setCode('')
  }
  if (hasCamera && !isWanted)
    return (
      <Button variant="subtle" onClick={() => setWanted(true)}>
        {t('scan.type')}
      </Button>
    )
  return (
    <Form submit={submit}>
      <Group align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          label={t('scan.type.label')}
          value={code}
          onChange={event => setCode(event.target.value)}
          inputMode="numeric"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit">{t('scan.type.check')}</Button>
      </Group>
    </Form>
  )
}
