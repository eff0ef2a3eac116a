/** How webhooks are received, as the user has set it. */
export interface LiveSettings {
	/** Where they are received on this machine; 0 for any free port. */
	readonly port: number;
	/** Where forges reach that port from elsewhere, without a slash at the end. */
	readonly publicAddress: string | undefined;
	/** What is wrong with the settings, one sentence each. Then no webhooks are used, and everything is polled. */
	readonly problems: readonly string[];
}

/** Reads the settings `tildeforge.live.port` and `tildeforge.live.publicAddress`, whatever they contain. */
export function readLiveSettings(givenPort: unknown, givenAddress: unknown): LiveSettings {
	const problems: string[] = [];
	const port = readPort(givenPort);
	if (port === undefined) {
		problems.push(
			`The setting tildeforge.live.port must be a whole number from 0 to 65535, not ${settingText(givenPort)}.`,
		);
	}
	const publicAddress = readAddress(givenAddress);
	if (publicAddress === 'invalid') {
		problems.push(
			`The setting tildeforge.live.publicAddress must be an address such as https://hooks.example.org, not ${settingText(givenAddress)}.`,
		);
	} else if (publicAddress !== undefined && port === 0) {
		problems.push(
			'The setting tildeforge.live.publicAddress needs tildeforge.live.port: the port of this machine that the address leads to.',
		);
	}
	if (problems.length > 0) return { port: 0, publicAddress: undefined, problems };
	return { port: port ?? 0, publicAddress, problems };
}

function readPort(given: unknown): number | undefined {
	if (given === undefined || given === null) return 0;
	const isPort = typeof given === 'number' && Number.isInteger(given) && given >= 0 && given < 65_536;
	return isPort ? given : undefined;
}

function readAddress(given: unknown): string | 'invalid' | undefined {
	if (given === undefined || given === null) return undefined;
	if (typeof given !== 'string') return 'invalid';
	const text = given.trim();
	if (text === '') return undefined;
	const url = URL.parse(text);
	// The path of a hook is put behind the address. A user name or password would be stored by the forge.
	const hasMore = /[?#]/.test(text) || url?.username !== '' || url.password !== '';
	if (!url || !/^https?:$/.test(url.protocol) || hasMore) return 'invalid';
	return url.href.replace(/\/+$/, '');
}

const settingText = (value: unknown): string => JSON.stringify(value) ?? String(value);
