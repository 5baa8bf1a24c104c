import type { LinkProfile } from '#tests/bench/link/line.ts'
import { LINKS, openLink } from '#tests/bench/link/link.ts'
import { timeScene } from './first-visits.ts'
import { median } from './median.ts'
import type { Report } from './report.ts'
import { linkVisits, type Scene } from './scenes.ts'
import { openSite } from './site.ts'

type Options = {
  readonly dist: Readonly<Record<Scene['of'], string>>
  readonly runs: number
  readonly wanted: (name: string) => boolean
  readonly say: (line: string) => void
}

/** Times the visits on each link in turn. Compares each visit with home, cold with cold and warm with warm. */
export async function timeLinks(options: Options): Promise<Report['links']> {
  const rows: Report['links'][number][] = []
  for (const profile of LINKS) rows.push(...(await timeLink(profile, options)))
  return rows
}

async function timeLink(
  profile: LinkProfile,
  { dist, runs, wanted, say }: Options,
): Promise<Report['links']> {
  const open = async (of: Scene['of']) => {
    const link = await openLink(profile)
    return { link, site: await openSite(dist[of], { delayMs: () => 0, link }) }
  }
  const sites = { app: await open('app'), literal: await open('literal') }
  const found = linkVisits
    .filter(({ name }) => name.startsWith('home') || wanted(name))
    .map(scene => ({ scene, times: [] as number[] }))
  try {
    for (let run = 1; run <= runs; run += 1)
      for (const { scene, times } of found) {
        const { link, site } = sites[scene.of]
        // Each round loses different segments, but all visits of a round lose the same ones.
        times.push(await timeScene(site, scene, () => link.start(run)))
        say(JSON.stringify({ link: profile.name, visit: scene.name, ms: Math.round(times.at(-1) ?? 0) }))
      }
  } finally {
    for (const { link, site } of Object.values(sites)) {
      await site.close()
      await link.close()
    }
  }
  const timeOf = (visit: string) => median(found.find(({ scene }) => scene.name === visit)?.times ?? [])
  return found.map(({ scene: { name, before } }) => ({
    link: profile.name,
    visit: name,
    ms: Math.round(timeOf(name)),
    ofHome: timeOf(name) / timeOf(before === 'nothing' ? 'home, cold' : 'home, warm'),
  }))
}
