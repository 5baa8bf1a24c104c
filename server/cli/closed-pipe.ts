/** Ignores EPIPE on standard output, because a reader such as `head` may close the pipe early. */
export function ignoreClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}
