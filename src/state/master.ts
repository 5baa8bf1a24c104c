import { computed, createModel, effect, signal } from '@preact/signals-core'
import { DAY_MS } from '#contract/time.ts'
import { lazyOnce } from '#src/loading/lazy-once.ts'
import type { Ports } from '#src/ports.ts'
import type { Identity } from '#src/startup/identity.ts'
import { contractFingerprint } from '#src/storage/contract-fingerprint.ts'
import { publicKey } from '#src/storage/keys.ts'
import type { MasterLists } from './master-lists.ts'
import { createRemote, type RemotePorts } from './remote.ts'
import { isMissing, latestValue } from './resource.ts'
import type { MasterModel, Resource } from './types.ts'

const NAME = 'all'
/** The build whose contract was last used to validate the cached lists. */
const READABLE = 'lists'
const BUILD = contractFingerprint ?? 'unbuilt'

const masterLists = lazyOnce(() => import('./master-lists.ts'))

const none: readonly never[] = []

function groupBy<T>(list: readonly T[], idOf: (item: T) => number): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>()
  for (const item of list) {
    const group = groups.get(idOf(item))
    if (group) group.push(item)
    else groups.set(idOf(item), [item])
  }
  return groups
}

/** Loads all lists together, at most once a day, so that forms work offline. */
export const Master = createModel(
  (ports: RemotePorts & Pick<Ports, 'local' | 'kv'>, identity: Pick<Identity, 'customerId'>): MasterModel => {
    const remote = createRemote(ports, { route: 'masterAll', name: NAME, freshFor: DAY_MS })
    const all = computed(() => latestValue(remote.current.value))
    const lists = signal<MasterLists | null>(null)
    const districts = computed(() => groupBy(all.value?.districts ?? [], district => district.provinceId))
    const subdistricts = computed(() => groupBy(all.value?.subdistricts ?? [], sub => sub.districtId))
    async function load() {
      if (remote.current.peek().state !== 'ready') await remote.load()
      if (isMissing(remote.current.peek()))
        lists.value ??= (await masterLists().catch(() => null))?.createMasterLists(ports) ?? null
      await lists.peek()?.load()
    }

    /** Validating the cached lists is slow, so each build does it only once. */
    async function loadUnlessCached() {
      const { kv, local, reads } = ports
      const keys = await kv.keys(publicKey(NAME)).catch(() => [NAME])
      if (keys.length > 0 && local.phone.get(READABLE) === BUILD) return
      if ((await reads.stored({ route: 'masterAll', name: NAME, owner: null })) === null) await load()
      if (remote.current.peek().state !== 'failed') local.phone.set(READABLE, BUILD)
    }

    return {
      all,
      provinces: computed(() => lists.value?.provinces.value ?? all.value?.provinces ?? none),
      stores: computed(() => lists.value?.stores.value ?? all.value?.stores ?? none),
      state: computed((): Resource<unknown> => lists.value?.state.value ?? remote.current.value),
      districts: id => lists.value?.districts(id) ?? districts.value.get(id) ?? none,
      subdistricts: id => lists.value?.subdistricts(id) ?? subdistricts.value.get(id) ?? none,
      load,
      loadWhenSignedIn() {
        effect(() => {
          if (identity.customerId.value !== null) void loadUnlessCached()
        })
      },
    }
  },
)
