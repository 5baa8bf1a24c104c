export * from '#emulator-tests/kit/random.ts'
