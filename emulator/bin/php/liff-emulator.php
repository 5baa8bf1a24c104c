<?php
// Preload script for a back end in PHP. The emulator's php.ini names it in auto_prepend_file.
//
// PHP's own streams, such as file_get_contents('https://api.line.me/…'), read no proxy from the environment. So this script
// replaces the wrapper for https by one that opens the same stream, for LINE's hosts through the emulator's forward proxy.

if (getenv('LIFF_EMULATOR_PROXY')) {
    LiffEmulatorStream::replaceWrapper();
}

// The program's own auto_prepend_file, which this one replaces.
foreach (LiffEmulatorStream::replacedPreloads() as $liffEmulatorPreload) {
    require $liffEmulatorPreload;
}
unset($liffEmulatorPreload);

final class LiffEmulatorStream
{
    // The same domains as in line-hosts.ts. A unit test compares the two.
    private const LINE_DOMAINS = ['line.me', 'line-scdn.net', 'line-apps.com', 'lin.ee', 'manager.line.biz'];

    /** @var resource|null */
    public $context;

    /** @var resource */
    private $stream;

    public static function replaceWrapper(): void
    {
        stream_wrapper_unregister('https');
        stream_wrapper_register('https', self::class, STREAM_IS_URL);
    }

    /** Returns the auto_prepend_file of the last php.ini that names another one, or nothing. */
    public static function replacedPreloads(): array
    {
        $scanned = array_map('trim', explode(',', (string) php_ini_scanned_files()));
        $files = [];
        foreach (array_filter([php_ini_loaded_file(), ...$scanned]) as $ini) {
            $file = (@parse_ini_file($ini, false, INI_SCANNER_RAW) ?: [])['auto_prepend_file'] ?? '';
            if ($file !== '' && realpath($file) !== __FILE__) {
                $files = [$file];
            }
        }
        return $files;
    }

    private static function isLine(string $url): bool
    {
        $host = strtolower(rtrim((string) parse_url($url, PHP_URL_HOST), '.'));
        foreach (self::LINE_DOMAINS as $domain) {
            if ($host === $domain || substr($host, -strlen(".$domain")) === ".$domain") {
                return true;
            }
        }
        return false;
    }

    /** @return resource */
    private function throughEmulator()
    {
        $own = $this->context ?? stream_context_get_default();
        $options = stream_context_get_options($own);
        $options['http']['proxy'] = str_replace('http://', 'tcp://', getenv('LIFF_EMULATOR_PROXY'));
        $options['http']['request_fulluri'] = false;
        return stream_context_create($options, array_diff_key(stream_context_get_params($own), ['options' => 0]));
    }

    public function stream_open(string $url, string $mode, int $options): bool
    {
        $context = self::isLine($url) ? $this->throughEmulator() : $this->context ?? stream_context_get_default();
        stream_wrapper_restore('https');
        try {
            $stream = $options & STREAM_REPORT_ERRORS
                ? fopen($url, $mode, false, $context)
                : @fopen($url, $mode, false, $context);
        } finally {
            self::replaceWrapper();
        }
        if ($stream !== false) {
            $this->stream = $stream;
        }
        return $stream !== false;
    }

    /** @return string|false */
    public function stream_read(int $count)
    {
        return fread($this->stream, $count);
    }

    public function stream_eof(): bool
    {
        return feof($this->stream);
    }

    public function stream_close(): void
    {
        fclose($this->stream);
    }

    /** @return array|false */
    public function stream_stat()
    {
        return fstat($this->stream);
    }

    public function stream_set_option(int $option, int $first, ?int $second): bool
    {
        if ($option === STREAM_OPTION_BLOCKING) {
            return stream_set_blocking($this->stream, (bool) $first);
        }
        return $option === STREAM_OPTION_READ_TIMEOUT && stream_set_timeout($this->stream, $first, $second ?? 0);
    }

    /** @return resource */
    public function stream_cast(int $as)
    {
        return $this->stream;
    }
}
