import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startWebKit, type WebKitPage } from '#tests/kit/webkit.ts'

/** Each look is reached from the previous one by the given event. */
const looks = [
  { look: 'th-light', event: null, shown: 'document.documentElement.dataset.ready' },
  { look: 'th-dark', event: 'dark', shown: "document.querySelector('html.dark')" },
  { look: 'en-dark', event: 'english', shown: "document.querySelector('html[data-english]')" },
  { look: 'en-light', event: 'light', shown: "document.querySelector('html:not(.dark)')" },
] as const

/**
 * Takes a picture of each gallery case in WebKitGTK (TEST_WEBKIT), in light and dark, Thai and English. `only` contains
 * parts of case names; if empty, all cases are pictured. Returns the number of pictures.
 */
export async function webKitPictures(
  address: string,
  folder: string,
  only: readonly string[],
): Promise<number> {
  await mkdir(folder, { recursive: true })
  const webkit = await startWebKit()
  try {
    const page = await webkit.open()
    await page.goto(address)
    await page.waitFor("document.querySelector('#list li a')")
    const links = "[...document.querySelectorAll('#list li a:first-child')].map(link => link.textContent)"
    const all = await page.evaluate<string[]>(links)
    const names = all.filter(name => only.length === 0 || only.some(part => name.includes(part)))
    for (const name of names) await look(page, address, folder, name)
    return names.length * looks.length
  } finally {
    await webkit.close()
  }
}

async function look(page: WebKitPage, address: string, folder: string, name: string): Promise<void> {
  await page.goto(`${address}?case=${name}#${name}`)
  await page.waitFor(`document.documentElement.dataset.ready === ${JSON.stringify(name)}`)
  for (const { look, event, shown } of looks) {
    if (event) await page.evaluate(`void dispatchEvent(new Event('${event}'))`)
    await page.waitFor(shown)
    await writeFile(join(folder, `${name}-${look}.png`), await page.screenshot())
  }
}
