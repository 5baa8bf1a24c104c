export * from '#emulator-tests/kit/folder.ts'
