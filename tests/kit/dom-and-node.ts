import { Window } from 'happy-dom'
import { type Environment, populateGlobal } from 'vitest/runtime'

/** The only Node globals that the page's own versions replace, because React dispatches the page's events. */
const replaced: readonly string[] = ['Event', 'EventTarget', 'CustomEvent', 'MessageEvent']

/**
 * A test environment with a page, in which `URL`, `fetch` and the like are Node's, because the real server needs them.
 */
const environment: Environment = {
  name: 'dom-and-node',
  viteEnvironment: 'ssr',
  async setup(global) {
    const page = new Window({ url: 'https://localhost/' })
    const { keys, originals } = populateGlobal(global, page, { bindFunctions: true })
    for (const [key, value] of originals) if (!replaced.includes(String(key))) global[key] = value
    const NodeFormData: typeof FormData = global.FormData
    /**
     * Node's `FormData`, which a server in this process can read. It can be created from a form of the page, as React
     * does in a transition.
     */
    global.FormData = class extends NodeFormData {
      constructor(form?: unknown) {
        super()
        if (form === undefined) return
        for (const [name, value] of new page.FormData(form as never)) this.append(name, String(value))
      }
    }
    return {
      async teardown() {
        await page.happyDOM.close()
        for (const key of keys) delete global[key]
        for (const [key, value] of originals) global[key] = value
        global.FormData = NodeFormData
      },
    }
  },
}

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default environment
