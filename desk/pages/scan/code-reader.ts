import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** Returns the text of the QR code in the picture, or null. */
export type ReadCode = (video: HTMLVideoElement) => Promise<string | null>

type Detector = { detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]> }
type DetectorClass = {
  new (options: { readonly formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

/** Uses the browser's reader if it has one, as Chrome on Android does, and a library in WebAssembly elsewhere. */
export async function loadCodeReader(): Promise<ReadCode> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  const formats = await BarcodeDetector?.getSupportedFormats().catch((): string[] => [])
  if (!BarcodeDetector || !formats?.includes('qr_code')) return loadLibrary()
  const detector = new BarcodeDetector({ formats: ['qr_code'] })
  return async video => (await detector.detect(video))[0]?.rawValue ?? null
}

/** Pixels of the longer side. A code fills a good part of the picture, so more would only be slower. */
const SIDE = 640

async function loadLibrary(): Promise<ReadCode> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  // Otherwise the library loads its file from another host, which the desk's policy forbids.
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async video => {
    const { videoWidth: width, videoHeight: height } = video
    if (!context || width === 0) return null
    const scale = Math.min(1, SIDE / Math.max(width, height))
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    const picture = context.getImageData(0, 0, canvas.width, canvas.height)
    const [found] = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 1 })
    return found?.text ?? null
  }
}
