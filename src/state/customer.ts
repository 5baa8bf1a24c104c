import { computed, createModel } from '@preact/signals-core'
import type { Customer as CustomerData } from '#contract/schema/customer.ts'
import type { MessageSettings } from '#contract/schema/message-settings.ts'
import type { Job } from '#src/outbox/job.ts'
import { WRITE_TIMEOUT_MS } from '#src/outbox/limits.ts'
import { orUnshown } from '#src/outbox/spec-server.ts'
import type { Ports } from '#src/ports.ts'
import type { Identity } from '#src/startup/identity.ts'
import { orMissing } from './missing.ts'
import type { Queue } from './queue.ts'
import { createRemote, type RemotePorts } from './remote.ts'
import { mapResource } from './resource.ts'
import type { CustomerModel } from './types.ts'
import { withRenewal } from './with-renewal.ts'

const changesOf = (jobs: readonly Job[], route: Job['route']): Partial<CustomerData> =>
  Object.assign({}, ...jobs.filter(job => job.route === route && job.state !== 'dead').map(job => job.body))

/** The data already includes queued changes. */
export const Customer = createModel(
  (ports: RemotePorts & Pick<Ports, 'ids'>, identity: Identity, queue: Queue): CustomerModel => {
    const remote = createRemote(ports, { route: 'getCustomer', name: 'customer', identity })
    const messages = createRemote(ports, { route: 'getMessageSettings', name: 'messages', identity })
    queue.outbox.onDelivered(({ route, owner, answer }) => {
      if (route === 'putMessageSettings' && owner === identity.customerId.peek()) {
        if (answer) messages.accept(answer as MessageSettings)
        else void messages.reload()
      }
      if (route !== 'putCustomer' || owner !== identity.customerId.peek()) return
      if (answer) remote.accept(answer as CustomerData)
      else void remote.reload()
    })
    /** Does not queue the call, because the screen must show the consent that is in effect. */
    async function callNow(
      route: 'giveMarketingConsent' | 'deleteMarketingConsent' | 'deletePhoto',
      query?: Readonly<Record<string, string>>,
    ) {
      const options = { ...(query && { query }), idempotencyKey: ports.ids.uuid(), timeout: WRITE_TIMEOUT_MS }
      const reply = await withRenewal(identity, owner =>
        orUnshown(ports.api, owner, ports.api.call(route, { ...options, owner }), { deleted: true }),
      )
      if (reply.ok) await remote.reload()
      return orMissing(ports, reply)
    }
    return {
      async agree(body) {
        const options = { body, idempotencyKey: ports.ids.uuid(), timeout: WRITE_TIMEOUT_MS }
        const epoch = identity.epoch()
        const reply = await withRenewal(identity, owner =>
          ports.api.call('putConsents', { ...options, owner }),
        )
        if (reply.ok && epoch === identity.epoch()) remote.accept(reply.value)
        return reply
      },
      setMarketing: version =>
        version === null ? callNow('deleteMarketingConsent') : callNow('giveMarketingConsent', { version }),
      deletePhoto: () => callNow('deletePhoto'),
      async askForCopy() {
        const reply = await withRenewal(identity, owner => ports.api.call('createExport', { owner }))
        return orMissing(ports, reply)
      },
      current: computed(() => {
        queue.version.value
        const changes = changesOf(queue.outbox.jobs(), 'putCustomer')
        return mapResource(remote.current.value, customer => ({ ...customer, ...changes }))
      }),
      load: remote.load,
      messages: {
        load: messages.load,
        current: computed(() => {
          queue.version.value
          const groups = changesOf(queue.outbox.jobs(), 'putMessageSettings')
          return mapResource(messages.current.value, settings => ({
            ...settings,
            groups: { ...settings.groups, ...groups },
          }))
        }),
      },
      saveMessages: groups =>
        queue.outbox.enqueue({
          route: 'putMessageSettings',
          params: {},
          body: groups,
          subject: 'messages',
          merges: true,
        }),
      save(fields, version) {
        // A queued change will increase the version, and a version check would then reject this one.
        const alone = !queue.outbox.jobs().some(job => job.route === 'putCustomer' && job.state !== 'dead')
        return queue.outbox.enqueue({
          route: 'putCustomer',
          params: {},
          body: fields,
          subject: 'customer',
          merges: true,
          ...(version !== undefined && alone ? { ifMatch: String(version) } : {}),
        })
      },
    }
  },
)
