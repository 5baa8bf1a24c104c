import { expect, test } from 'vitest'
import type { Phase, PhaseTools } from '#emulator/index.ts'
import { control, emulated, local } from './kit.ts'

const phase = (id: string, apply: Phase['apply'] = async () => {}): Phase => ({
  id,
  label: { en: id },
  apply,
})

test('lists the project’s phases, and the one in which the app starts', async () => {
  const soon = { ...phase('soon'), label: { en: 'Coming soon', th: 'เร็ว ๆ นี้' } }
  const { emulator } = await emulated({ phases: [soon, phase('open')], phase: 'open' })
  expect((await control(emulator, 'GET', 'phases')).body).toEqual({
    phases: [
      { id: 'soon', label: { en: 'Coming soon', th: 'เร็ว ๆ นี้' } },
      { id: 'open', label: { en: 'open' } },
    ],
    current: 'open',
  })
})

test('a project without phases has an empty list', async () => {
  const { emulator } = await emulated()
  expect((await control(emulator, 'GET', 'phases')).body).toEqual({ phases: [], current: null })
  const { status, body } = await control(emulator, 'POST', 'phase', { id: 'open' })
  expect([status, body]).toEqual([
    400,
    expect.objectContaining({ message: 'id: this project has no phases' }),
  ])
})

test('applies a phase with the phone’s current user and the control’s operations', async () => {
  const seen: PhaseTools['user'][] = []
  const over = phase('over', async tools => {
    seen.push(tools.user)
    tools.control.clock({ freeze: '2027-01-01T00:00:00Z' })
  })
  const { emulator } = await emulated({ phases: [phase('open'), over] })
  await control(emulator, 'PATCH', 'state', { user: emulator.scenario().users[1]?.userId })
  const { status, body } = await control(emulator, 'POST', 'phase', { id: 'over' })
  expect([status, body]).toEqual([200, expect.objectContaining({ current: 'over' })])
  expect(seen).toEqual([emulator.scenario().users[1]])
  expect(emulator.now()).toBe(Date.parse('2027-01-01T00:00:00Z'))
})

test.each([{ id: 'never' }, {}, { id: 3 }])('refuses %j and names the phases', async body => {
  const { emulator } = await emulated({ phases: [phase('open'), phase('over')] })
  const answer = await control(emulator, 'POST', 'phase', body)
  expect([answer.status, answer.body]).toEqual([
    400,
    { error: 'INVALID', path: 'id', message: 'id: expected one of open, over' },
  ])
})

test('a phase that throws does not change the current phase, and the next one can be applied', async () => {
  const broken = phase('broken', () => Promise.reject(new Error('the disk is full')))
  const { emulator } = await emulated({ phases: [phase('open'), broken], phase: 'open' })
  const { status, body } = await control(emulator, 'POST', 'phase', { id: 'broken' })
  expect([status, body]).toEqual([500, { error: 'INTERNAL', message: 'the disk is full' }])
  expect(emulator.phases.list().current).toBe('open')
  expect((await emulator.phases.apply('open')).ok).toBe(true)
})

test('applies one phase at a time, in the order of the requests', async () => {
  const steps: string[] = []
  const slow = (id: string) =>
    phase(id, async () => {
      steps.push(`${id} begins`)
      await new Promise(resolve => setImmediate(resolve))
      steps.push(`${id} ends`)
    })
  const { emulator } = await emulated({ phases: [slow('a'), slow('b')] })
  await Promise.all([emulator.phases.apply('a'), emulator.phases.apply('b')])
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

test('the stream of events says which phase was applied', async () => {
  const { emulator } = await emulated({ phases: [phase('open')] })
  const stream = await local(emulator, '/__emulator/api/events')
  const reader = stream?.body?.pipeThrough(new TextDecoderStream()).getReader()
  await emulator.phases.apply('open')
  let text = ''
  while (!text.includes('event: phase')) text += (await reader?.read())?.value ?? ''
  expect(text).toContain('event: phase\ndata: {"id":"open"}')
  await reader?.cancel()
})

test.each([
  [[phase('a'), phase('a')]],
  [[{ id: 'with space', label: { en: 'x' }, apply: async () => {} }]],
  [[{ id: 'a', label: { th: 'x' }, apply: async () => {} }]],
  ['open'],
])(
  'refuses wrong phases',
  async phases =>
    await expect(emulated({ phases: phases as never })).rejects.toThrow('phases: expected an array'),
)
