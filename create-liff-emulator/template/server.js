import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { order, webhook } from './bot.js'

const { PORT = '3000', LIFF_EMULATOR_URL } = process.env
const calls = { 'POST /order': order, 'POST /webhook': webhook }

const server = createServer(async (request, response) => {
  const call = calls[`${request.method} ${request.url}`]
  if (call === undefined) return pages(request, response)
  const status = await text(request)
    .then(body => call(body, request.headers))
    .catch(error => {
      console.error(error)
      return 500
    })
  response.writeHead(status).end()
})

/** `node server.js dist` serves the built app. Without a folder, Vite builds each file when the browser requests it. */
async function servePages([folder]) {
  if (folder !== undefined) return (await import('sirv')).default(folder)
  const { createServer: createVite } = await import('vite')
  const vite = await createVite({ server: { middlewareMode: true, hmr: { server } } })
  return vite.middlewares
}

const pages = await servePages(process.argv.slice(2))
server.once('error', ({ code }) => {
  console.error(`The server cannot listen on port ${PORT} (${code}): stop the program that uses it.`)
  process.exit(1)
})
server.listen(Number(PORT), () =>
  console.log(LIFF_EMULATOR_URL ? `In LINE: ${LIFF_EMULATOR_URL}/__emulator/` : `Listening on port ${PORT}`),
)
