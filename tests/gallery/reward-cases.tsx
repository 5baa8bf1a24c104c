import type { DrawState } from '#contract/schema/reward.ts'
import { ticketNumberOf } from '#contract/ticket-number.ts'
import type { Failure } from '#src/ports.ts'
import Confirm from '#src/screens/confirm/confirm.tsx'
import QrCode from '#src/screens/qr-code/qr-code.tsx'
import WaitingAnnouncer from '#src/screens/waiting-announcer/waiting-announcer.tsx'
import {
  booth,
  concert,
  counter,
  event,
  handedOver,
  rewardOf,
  seat,
  sentParcel,
  sentReward,
} from '#tests/kit/drawn.ts'
import { queuedJob, registered, shippedReward, someReward } from '#tests/kit/fake-data.ts'
import { accepted, type FakeState, failed, ready, refused, refusedJob } from '#tests/kit/fake-state.ts'
import { type Case, of, offline, wonReward } from './case.tsx'

const drawnReward = (state: DrawState, atDoor: 'locked' | 'available' = 'locked'): FakeState['reward'] =>
  ready({
    ...someReward,
    luckyDraw: {
      ...someReward.luckyDraw,
      state,
      confirmedAt: '2027-01-16T09:12:00+07:00',
      prize: state === 'confirmed' ? concert : null,
      ...(state === 'confirmed' ? { ticketNumber: ticketNumberOf('FF', 4512) } : {}),
    },
    items: someReward.items.map(item => (item.rewardType === 'concert' ? { ...item, state: atDoor } : item)),
  })
const rankedReward = { ...wonReward, luckyDraw: { ...wonReward.luckyDraw, rank: 2 } }
const announcedDraw = {
  id: '01938000-0000-7000-8000-0000000000d1',
  state: 'announced' as const,
  method: 'seed' as const,
  committedAt: '2026-11-01T09:00:00+07:00',
  commitment: '9f3a'.repeat(16),
  beaconSource: 'สลากกินแบ่งรัฐบาล รางวัลที่ 1 งวดวันที่ 16 มกราคม 2570',
  beaconAt: '2027-01-16T16:00:00+07:00',
  beacon: '482913',
  sealedAt: '2027-01-01T00:05:00+07:00',
  entriesHash: '77c1'.repeat(16),
  entriesCount: 48_210,
  secret: '1d04'.repeat(16),
  winners: ['มะ*** จ***', 'สม*** ร***', 'Na*** K***'].map((name, index) => ({
    name,
    ticketNo: `0193800${index}-4f2a-7c11-9a00-00000000a1f${index}`,
    number: ticketNumberOf('FF', 4512 + 731 * index),
    rank: index + 1,
  })),
}
/** The draw after the seal, and the seal as the phone has stored it. */
const sealedDraw = {
  ...announcedDraw,
  state: 'sealed' as const,
  method: null,
  beacon: null,
  secret: undefined,
  winners: [],
}
const keptSeal = {
  drawId: announcedDraw.id,
  entriesHash: announcedDraw.entriesHash,
  formula: 3,
  sealedAt: announcedDraw.sealedAt,
  seenAt: Date.parse('2027-01-02T19:20:00+07:00'),
}
const useStaff = 'ใช้รางวัล เครื่องดื่มฟรี 1 แก้ว'

/** Cases for rewards, the personal code, the concert seat and the announcement. */
export const rewardCases: Readonly<Record<string, Case>> = {
  'waiting-announcer': of(WaitingAnnouncer),
  'waiting-announced-won': of(WaitingAnnouncer, {
    state: { reward: ready(wonReward), draw: accepted(announcedDraw), proven: true },
  }),
  'waiting-announced-lost': of(WaitingAnnouncer, {
    state: { reward: drawnReward('lost'), draw: accepted(announcedDraw), proven: true },
  }),
  'waiting-proof': of(WaitingAnnouncer, {
    state: { reward: ready(rankedReward), draw: accepted(announcedDraw), proven: true },
    act: ['ตรวจสอบการจับรางวัล'],
  }),
  'waiting-sealed': of(WaitingAnnouncer, {
    state: { reward: drawnReward('entered'), draw: accepted(sealedDraw), seals: [keptSeal] },
  }),
  'waiting-witness-same': of(WaitingAnnouncer, {
    state: { reward: drawnReward('lost'), draw: accepted(announcedDraw), seals: [keptSeal] },
  }),
  'waiting-witness-different': of(WaitingAnnouncer, {
    state: {
      reward: drawnReward('lost'),
      draw: accepted(announcedDraw),
      seals: [{ ...keptSeal, entriesHash: '77be'.repeat(16) }],
    },
  }),
  'waiting-witness-unseen': of(WaitingAnnouncer, {
    state: { reward: drawnReward('lost'), draw: accepted(announcedDraw), seals: [] },
  }),
  'waiting-failed': of(WaitingAnnouncer, {
    state: { draw: { ok: false, failure: refused('UNAVAILABLE'), headers: null } },
  }),
  'qr-code': of(QrCode),
  'qr-code-clock-offline': of(QrCode, { state: { ...offline, behind: 7 * 60_000 } }),
  'qr-code-none': of(QrCode, { state: { qr: failed() } }),
  'qr-code-stranger': of(QrCode, {
    state: { phase: { kind: 'failed', code: '', message: '', requestId: null } },
  }),
  'rewards-ready': of(QrCode, { path: '/qrcode?show=rewards' }),
  'rewards-empty': of(QrCode, {
    path: '/qrcode?show=rewards',
    state: { reward: ready({ ...someReward, items: [] }) },
  }),
  'rewards-scanned': of(QrCode, { path: '/qrcode?show=rewards', act: ['สแกนรหัสร้าน'] }),
  'rewards-use': of(QrCode, { path: '/qrcode?show=rewards', act: ['ใช้รางวัล คูปองต้อนรับ ฟองฟู 1 กระป๋อง'] }),
  'rewards-use-staff': of(QrCode, { path: '/qrcode?show=rewards', act: [useStaff] }),
  'rewards-use-offline': of(QrCode, { path: '/qrcode?show=rewards', state: offline, act: [useStaff] }),
  'rewards-pin-missing': of(QrCode, { path: '/qrcode?show=rewards', act: [useStaff], slide: true }),
  'rewards-pin-locked': of(QrCode, {
    path: '/qrcode?show=rewards',
    state: {
      use: {
        ok: false,
        failure: { ...refused('STAFF_PIN_LOCKED'), retryAfter: 840 } as Failure,
        headers: null,
      },
    },
    act: [useStaff],
    fill: { staffPin: '1111' },
    slide: true,
  }),
  'rewards-used': of(QrCode, {
    path: '/qrcode?show=rewards',
    act: ['ใช้รางวัล คูปองต้อนรับ ฟองฟู 1 กระป๋อง'],
    slide: true,
  }),
  'confirm-won': of(Confirm, { state: { reward: ready(wonReward) } }),
  'confirm-decline': of(Confirm, {
    path: '/confirm?decline',
    state: { reward: ready(wonReward) },
    act: ['ไม่รับรางวัลนี้'],
  }),
  'confirm-shipped': of(Confirm, {
    state: {
      reward: ready(shippedReward),
      customer: ready({
        ...registered,
        addressLine: null,
        provinceId: null,
        districtId: null,
        subdistrictId: null,
        postalCode: null,
      }),
    },
  }),
  'confirm-queued': of(Confirm, {
    state: {
      ...offline,
      reward: ready(wonReward),
      jobs: [{ ...queuedJob, route: 'confirmConcert', subject: null }],
    },
  }),
  'confirm-confirmed': of(Confirm, { state: { reward: drawnReward('confirmed') } }),
  'confirm-past-start': of(Confirm, {
    state: {
      reward: ready(
        rewardOf('confirmed', {
          prize: { ...concert, event: { ...event, startsAt: '2026-11-20T03:00:00.000Z' } },
        }),
      ),
    },
  }),
  'confirm-cancelled': of(Confirm, {
    state: {
      reward: ready(rewardOf('confirmed', { prize: { ...seat, event: { ...event, cancelled: true } } })),
    },
  }),
  'confirm-counter': of(Confirm, { state: { reward: ready(rewardOf('confirmed', { prize: booth })) } }),
  'confirm-offline': of(Confirm, {
    state: { ...offline, jobs: [], reward: failed(rewardOf('confirmed', { prize: concert })) },
  }),
  'confirm-decline-step': of(Confirm, { path: '/confirm?decline', state: { reward: ready(wonReward) } }),
  'confirm-sent': of(Confirm, { state: { reward: ready(sentReward(sentParcel)) } }),
  'confirm-sent-stale': of(Confirm, {
    state: {
      ...offline,
      reward: failed(sentReward(sentParcel)),
      jobs: [{ ...refusedJob, route: 'confirmConcert', subject: null, failure: refused('PRIZE_SENT') }],
    },
  }),
  'confirm-received': of(Confirm, {
    state: { reward: ready(sentReward({ ...sentParcel, receivedAt: '2027-01-22T14:05:00+07:00' })) },
  }),
  'confirm-handed-over': of(Confirm, { state: { reward: ready(sentReward(handedOver, counter)) } }),
  'confirm-at-door': of(Confirm, { state: { reward: drawnReward('confirmed', 'available') } }),
  'confirm-late': of(Confirm, { state: { reward: drawnReward('expired') } }),
  'confirm-declined': of(Confirm, { state: { reward: drawnReward('declined') } }),
  'confirm-waiting': of(Confirm),
  'confirm-none': of(Confirm, { state: { reward: drawnReward('none') } }),
}
