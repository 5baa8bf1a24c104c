import { computed, effect, signal } from '@preact/signals-core'
import type { Receipt } from '#contract/schema/receipt.ts'
import { nextCursor } from '#src/domain/next-cursor.ts'
import type { Identity } from '#src/startup/identity.ts'
import { READ_TIMEOUT_MS } from '#src/storage/limits.ts'
import { FIRST_RECEIPTS } from '#src/storage/worker-reads.ts'
import type { Queue } from './queue.ts'
import { entriesOf } from './receipt-entries.ts'
import { createRemote, type RemotePorts } from './remote.ts'
import { isMissing, latestValue } from './resource.ts'
import type { MasterModel, ReceiptEntry, ReceiptsModel, Resource } from './types.ts'
import { withRenewal } from './with-renewal.ts'

export function createReceiptList(
  ports: RemotePorts,
  identity: Identity,
  queue: Queue,
  master: Pick<MasterModel, 'stores'>,
): Pick<ReceiptsModel, 'history' | 'offered' | 'load' | 'hasMore' | 'find' | 'loadMore'> {
  const { outbox } = queue
  const remote = createRemote(ports, {
    route: 'receiptHistory',
    name: 'receipts',
    identity,
    query: FIRST_RECEIPTS,
  })
  const older = signal<readonly Receipt[]>([])
  const cursor = signal<string | null>(null)
  /** Increases when a write or a new first page makes older pages out of date. */
  let edition = 0
  effect(() => {
    const reply = remote.reply.value
    edition += 1
    older.value = []
    cursor.value = reply ? nextCursor(reply.headers) : null
    const epoch = reply?.headers.get('data-epoch')
    if (reply && epoch) outbox.historyAnswered({ epoch, receipts: reply.value })
  })

  // `nameTh` includes the branch.
  const namesOf = (storeId: number) => {
    const store = master.stores.value.find(({ id }) => id === storeId)
    return store ? { storeName: store.nameTh, storeNameEn: store.nameEn } : null
  }
  const history = computed((): Resource<readonly ReceiptEntry[]> => {
    queue.version.value
    const resource = remote.current.value
    const list = latestValue(resource)
    const receipts = [...(list ?? []), ...older.value]
    const epoch = remote.reply.value?.headers.get('data-epoch') ?? null
    const entries = entriesOf({ receipts, epoch }, outbox.jobs(), outbox.views(), outbox.outcomes(), namesOf)
    if (resource.state === 'ready') return { ...resource, value: entries }
    if (resource.state === 'failed')
      return { ...resource, value: list === null && entries.length === 0 ? null : entries }
    // Show queued receipts even before the server's first response.
    return entries.length > 0
      ? { state: 'ready', value: entries, at: ports.clock.now(), refreshing: true }
      : resource
  })

  function replace(receipt: Receipt, isNew: boolean) {
    const replaced = (list: readonly Receipt[]) => list.map(old => (old.id === receipt.id ? receipt : old))
    const isListed = (list: readonly Receipt[]) => list.some(({ id }) => id === receipt.id)
    if (isListed(older.peek())) {
      older.value = replaced(older.peek())
      return
    }
    const list = latestValue(remote.current.peek())
    // If there is no list, or the receipt is on an older page, its position is unknown.
    if (list === null || !(isNew || isListed(list))) return void remote.reload()
    remote.accept(isListed(list) ? replaced(list) : [receipt, ...list])
  }

  outbox.onDelivered(({ route, owner, answer }) => {
    if (owner !== identity.customerId.peek()) return
    if (!['createReceipt', 'updateReceipt', 'deleteReceipt'].includes(route)) return
    edition += 1
    if (answer && 'receiptNo' in answer) replace(answer, route === 'createReceipt')
    else void remote.reload()
  })

  return {
    history,
    offered: computed(() => !isMissing(remote.current.value)),
    load: remote.load,
    hasMore: computed(() => cursor.value !== null),
    find: id => latestValue(history.peek())?.find(({ receipt }) => receipt.id === id) ?? null,
    async loadMore() {
      const from = cursor.peek()
      const epoch = identity.epoch()
      const before = edition
      if (from === null) return null
      const query = { ...FIRST_RECEIPTS, cursor: from }
      const reply = await withRenewal(identity, owner =>
        ports.api.call('receiptHistory', { owner, query, timeout: READ_TIMEOUT_MS.withoutCache }),
      )
      if (epoch !== identity.epoch()) return null
      if (before !== edition) return this.loadMore()
      if (cursor.peek() !== from) return null
      if (!reply.ok) return reply.failure
      older.value = [...older.peek(), ...reply.value]
      cursor.value = nextCursor(reply.headers)
      return null
    },
  }
}
