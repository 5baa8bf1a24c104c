import { computed, createModel, effect } from '@preact/signals-core'
import type { MasterAll } from '#contract/schema/master.ts'
import { publicKey } from '#src/offline/keys.ts'
import type { Identity } from './identity.ts'
import { createRemote, type RemotePorts } from './remote.ts'
import { known } from './resource.ts'
import type { MasterModel, Resource } from './types.ts'

/** Under which the lists lie on the phone. */
const NAME = 'all'

/** Groups a list by one of its ids. */
function groupBy<T>(list: readonly T[], idOf: (item: T) => number): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>()
  for (const item of list) {
    const group = groups.get(idOf(item))
    if (group) group.push(item)
    else groups.set(idOf(item), [item])
  }
  return groups
}

/** Address lists and stores: fetched once, whole, so that forms work without a network. */
export const Master = createModel(
  (ports: RemotePorts, identity: Pick<Identity, 'customerId'>): MasterModel => {
    const remote = createRemote(ports, { route: 'masterAll', name: NAME, from: (all: MasterAll) => all })
    const all = computed(() => known(remote.current.value))
    const districts = computed(() => groupBy(all.value?.districts ?? [], district => district.provinceId))
    const subdistricts = computed(() => groupBy(all.value?.subdistricts ?? [], sub => sub.districtId))
    async function load() {
      if (remote.current.peek().state !== 'ready') await remote.load()
    }

    async function loadUnlessKept() {
      const kept = await ports.kv.keys(publicKey(NAME)).catch(() => [NAME])
      if (kept.length === 0) await load()
    }

    return {
      provinces: computed(() => all.value?.provinces ?? []),
      stores: computed(() => all.value?.stores ?? []),
      state: computed((): Resource<{ readonly version: string }> => remote.current.value),
      districts: provinceId => districts.value.get(provinceId) ?? [],
      subdistricts: districtId => subdistricts.value.get(districtId) ?? [],
      load,
      keep() {
        effect(() => {
          if (identity.customerId.value !== null) void loadUnlessKept()
        })
      },
    }
  },
)
