import { spawn } from 'node:child_process'

/** Starts a virtual screen on a free display. `display` is the display's name, such as `:1`. */
export async function startScreen(): Promise<{ readonly display: string; readonly close: () => void }> {
  const child = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const number = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', data => resolve(String(data).trim()))
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`Xvfb exited with ${code}`)))
  })
  return { display: `:${number}`, close: () => void child.kill() }
}
