import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import type { District, Province, Store, Subdistrict } from '#contract/schema/master.ts'
import { DAY_MS } from '#contract/time.ts'
import { createRemote, type RemotePorts } from './remote.ts'
import { latestValue } from './resource.ts'
import type { Remote, Resource } from './types.ts'

export type MasterLists = ReturnType<typeof createMasterLists>

/** Loads the lists from a server that has only spec S7's calls for individual lists. */
export function createMasterLists(ports: RemotePorts) {
  const options = { freshFor: DAY_MS }
  const provinces = createRemote(ports, { ...options, route: 'provinces', name: 'province' })
  const stores = createRemote(ports, { ...options, route: 'stores', name: 'store' })
  const districts = listsById<District>(id =>
    createRemote(ports, {
      ...options,
      route: 'districts',
      name: `district?provinceId=${id}`,
      query: { provinceId: String(id) },
    }),
  )
  const subdistricts = listsById<Subdistrict>(id =>
    createRemote(ports, {
      ...options,
      route: 'subdistricts',
      name: `subdistrict?districtId=${id}`,
      query: { districtId: String(id) },
    }),
  )
  const all = () => [provinces, stores, ...districts.remotes(), ...subdistricts.remotes()]
  return {
    provinces: listOf<Province>(provinces),
    stores: listOf<Store>(stores),
    districts: districts.of,
    subdistricts: subdistricts.of,
    state: computed((): Resource<unknown> => {
      districts.count.value
      subdistricts.count.value
      const states = all().map(({ current }) => current.value)
      return states.find(({ state }) => state === 'failed') ?? provinces.current.value
    }),
    async load(): Promise<void> {
      await Promise.all(all().map(list => (list.current.peek().state === 'ready' ? null : list.load())))
    },
  }
}

const none: readonly never[] = []

const listOf = <T>({ current }: Remote<T[]>): ReadonlySignal<readonly T[]> =>
  computed(() => latestValue(current.value) ?? none)

function listsById<T>(create: (id: number) => Remote<T[]>) {
  const lists = new Map<number, Remote<T[]>>()
  const count = signal(0)
  return {
    count,
    remotes: () => [...lists.values()],
    of(id: number): readonly T[] {
      const known = lists.get(id)
      if (known) return latestValue(known.current.value) ?? none
      const list = create(id)
      lists.set(id, list)
      // The list may be read during a render, when signals must not change.
      queueMicrotask(() => {
        count.value = lists.size
        void list.load()
      })
      return latestValue(list.current.value) ?? none
    },
  }
}
