import { sql } from 'kysely'
import { customers } from './0001-customers.ts'
import { campaign } from './0002-campaign.ts'
import { activity } from './0003-activity.ts'
import { draw } from './0004-draw.ts'
import { ticketNumbers } from './0007-ticket-numbers.ts'
import { ticketCounter } from './0010-ticket-counter.ts'
import { phoneReports } from './0014-phone-reports.ts'
import { imageFingerprints } from './0015-image-fingerprints.ts'
import { messages } from './0016-messages.ts'
import { lineWebhooks } from './0019-line-webhooks.ts'
import { multicasts } from './0021-multicasts.ts'
import { review } from './0023-review.ts'
import { desk } from './0024-desk.ts'
import { deskPages } from './0025-desk-pages.ts'
import { accessGivers } from './0034-access-givers.ts'
import { auditTexts } from './0037-audit-texts.ts'
import { phoneEnds } from './0048-phone-ends.ts'
import { expand, type Migration } from './define.ts'

/** In order, from an empty database to the current `Tables`. A new step has its own file. */
export const migrations: readonly Migration[] = [
  customers,
  campaign,
  activity,
  draw,
  // The time of the last retention run, to detect a clock that jumped ahead.
  expand(5, 'retention', { columns: { campaign: { retention_seen_at: 'bigint?' } } }),
  expand(6, 'review days', { columns: { campaign: { review_days: 'integer?' } } }),
  ticketNumbers,
  expand(8, 'consent texts', {
    columns: {
      consent: { text_sha256: 'text?' },
      campaign: { terms_sha256: 'text?', privacy_sha256: 'text?' },
    },
  }),
  expand(9, 'english texts', {
    columns: {
      store: { chain_en: 'text?', name_en: 'text?', branch_en: 'text?', receipt_no_hint_en: 'text?' },
      question: { text_en: 'text?', choices_en: 'text?' },
      reward_kind: {
        title_en: 'text?',
        text_th: 'text?',
        text_en: 'text?',
        picture: 'text?',
        conditions_th: 'text?',
        conditions_en: 'text?',
        value_baht: 'integer?',
      },
    },
  }),
  ticketCounter,
  expand(11, 'store pins', {
    tables: {
      store_pin: {
        columns: { store_id: 'integer', pin_hash: 'text', set_at: 'bigint' },
        primaryKey: ['store_id'],
      },
      wrong_pins: {
        columns: { scope: 'text', failures: 'integer', since: 'bigint' },
        primaryKey: ['scope'],
      },
    },
  }),
  expand(12, 'blocked customers', {
    tables: {
      block: { columns: { customer_id: 'text', blocked_at: 'bigint' }, primaryKey: ['customer_id'] },
    },
  }),
  // A fingerprint that ignores the phone's time. `fingerprint` still covers the whole request, because servers of
  // version 1.0.5 compare it if a phone repeats its request during an upgrade.
  expand(13, 'repeat fingerprints', { columns: { idempotency: { repeat_fingerprint: 'text?' } } }),
  phoneReports,
  imageFingerprints,
  messages,
  expand(17, 'mailings', {
    tables: {
      mailing: {
        columns: {
          kind: 'text',
          subject: 'text',
          state: 'text',
          due_at: 'bigint',
          reached: 'text',
          enqueued: 'integer',
          created_at: 'bigint',
        },
        primaryKey: ['kind', 'subject'],
      },
    },
    columns: {
      message_channel: {
        quota_limit: 'bigint?',
        quota_used: 'bigint?',
        quota_at: 'bigint?',
        token_sha256: 'text?',
      },
    },
  }),
  expand(18, 'message preferences', {
    tables: {
      message_preference: {
        columns: { customer_id: 'text', message_group: 'text', is_on: 'integer', changed_at: 'bigint' },
        primaryKey: ['customer_id', 'message_group'],
      },
    },
    columns: { message: { digest_lead: 'text?' } },
  }),
  lineWebhooks,
  multicasts,
  review,
  desk,
  deskPages,
  expand(27, 'prize delivery', {
    tables: {
      prize_delivery: {
        columns: {
          draw_id: 'text',
          customer_id: 'text',
          carrier: 'text?',
          tracking_no: 'text?',
          shipped_at: 'bigint?',
          received_at: 'bigint?',
          tax_form_at: 'bigint?',
          tax_paid_at: 'bigint?',
          version: 'integer',
          updated_at: 'bigint',
        },
        primaryKey: ['draw_id', 'customer_id'],
        indexes: [['customer_id']],
      },
    },
    columns: { draw: { audit_seq: 'bigint?', audit_hash: 'text?' } },
  }),
  expand(28, 'set-up counts', { indexes: [['customer', 'status', 'birth_date']] }, db =>
    db.schema
      .createIndex('consent_kind_version_idx')
      .on('consent')
      .columns(['kind', 'version', 'customer_id', 'at', 'granted'])
      .execute(),
  ),
  expand(29, 'urgent messages', {}, db =>
    sql`create index message_urgent_idx on message (state, not_before)
      where state = 'waiting' and kind in ('won', 'reserve-promoted', 'confirm-deadline')`.execute(db),
  ),
  // With 0, people who already have access may approve requests immediately.
  expand(30, 'new access', { columns: { desk_person: { approves_from: 'bigint' } } }),
  expand(31, 'data epoch', { columns: { campaign: { epoch: 'text?', epoch_database: 'text?' } } }),
  expand(32, 'session passkey', { columns: { desk_session: { passkey_id: 'text?' } } }),
  expand(33, 'desk notices', {
    tables: {
      desk_notice: {
        columns: {
          id: 'text',
          person_id: 'text',
          at: 'bigint',
          kind: 'text',
          detail: 'text',
          seen_at: 'bigint?',
        },
        primaryKey: ['id'],
        indexes: [['person_id', 'at'], ['at']],
      },
      desk_device: {
        columns: {
          id: 'text',
          token_hash: 'text',
          person_id: 'text',
          created_at: 'bigint',
          used_at: 'bigint',
        },
        primaryKey: ['id'],
        unique: [['token_hash', 'person_id']],
        indexes: [['person_id'], ['used_at']],
      },
    },
    columns: { desk_session: { device_id: 'text?' } },
  }),
  accessGivers,
  // `sampled_by` says why a decision is sampled. Earlier ones were sampled by a hash of the receipt's id.
  expand(35, 'review draw', {
    tables: {
      review_presence: {
        columns: { reviewer: 'text', asked_at: 'bigint' },
        primaryKey: ['reviewer'],
        indexes: [['asked_at']],
      },
      review_open: {
        columns: { reviewer: 'text', receipt_id: 'text', look: 'text', held_at: 'bigint' },
        primaryKey: ['reviewer', 'receipt_id', 'look'],
        indexes: [['held_at']],
      },
    },
    columns: { campaign: { second_look_baht: 'integer?' }, review_decision: { sampled_by: 'text?' } },
  }),
  expand(36, 'draw witnesses', {
    columns: {
      draw: {
        formula: 'integer?',
        sealed_for: 'text?',
        time_stamp: 'text?',
        time_stamped_at: 'bigint?',
        time_stamp_tried_at: 'bigint?',
        time_stamp_error: 'text?',
      },
    },
  }),
  auditTexts,
  // Draws of earlier releases have no events and counters.
  expand(38, 'prize handover', { columns: { draw: { handover: 'text?' } } }),
  expand(39, 'disputed numbers', {
    tables: {
      receipt_dispute: {
        columns: {
          receipt_id: 'text',
          customer_id: 'text',
          store_id: 'integer',
          receipt_no: 'text',
          state: 'text',
          since: 'bigint',
          lost_approval: 'integer',
        },
        primaryKey: ['receipt_id'],
        indexes: [['receipt_no'], ['customer_id']],
      },
    },
  }),
  expand(40, 'staff', {
    tables: {
      hand_over: {
        columns: {
          key: 'text',
          customer_id: 'text',
          reward_type: 'text',
          person_id: 'text',
          device: 'text',
          store_id: 'integer?',
          at: 'bigint',
          recorded_at: 'bigint',
          outcome: 'text',
          reason: 'text?',
        },
        primaryKey: ['key'],
        indexes: [['customer_id'], ['person_id', 'at'], ['outcome', 'recorded_at']],
      },
    },
    columns: { desk_person: { place: 'text?' } },
  }),
  // Earlier releases recorded a box that was left empty as a withdrawal.
  expand(41, 'consents never given', {}, db =>
    sql`delete from consent where granted = 0 and not exists (
      select 1 from consent as given where given.customer_id = consent.customer_id and given.kind = consent.kind
        and given.granted = 1 and given.at < consent.at)`.execute(db),
  ),
  expand(42, 'guardians', { columns: { prize_delivery: { guardian_at: 'bigint?' } } }),
  // Null until the customer's next visit.
  expand(44, 'languages of customers', { columns: { customer: { language: 'text?' } } }),
  expand(45, 'patterns of receipt numbers', {
    columns: { store: { receipt_no_pattern: 'text?', receipt_no_place: 'text?' } },
  }),
  expand(46, 'corrections by reviewers', {
    columns: {
      receipt: { corrected_from: 'text?' },
      review_decision: { corrected: 'text?', second_corrected: 'text?' },
    },
  }),
  expand(47, 'written by the team', {
    tables: {
      customer_note: {
        columns: { id: 'text', customer_id: 'text', person_id: 'text', text: 'text', created_at: 'bigint' },
        primaryKey: ['id'],
        indexes: [['customer_id', 'created_at']],
      },
    },
  }),
  phoneEnds,
]
