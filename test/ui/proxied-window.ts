import { setUp } from './editor-driver.ts';
import { savedSignIn } from './saved-sign-ins.ts';
import { ServiceProxy } from './service-proxy.ts';
import { type EditorWindow, editorWindow, type WindowOptions } from './window.ts';

export interface ProxiedWindowOptions extends Omit<WindowOptions, 'settings' | 'signIn'> {
	/** Settings in addition to forge.test. */
	readonly more?: Readonly<Record<string, unknown>>;
}

/** Gives each test a window in which ~ana is signed in to forge.test, through a connection to one service that tests can watch and cut. */
export function proxiedWindow(
	service: 'lists' | 'trackers',
	{ more = {}, ...options }: ProxiedWindowOptions,
	show: (window: EditorWindow) => Promise<unknown>,
) {
	let proxy: ServiceProxy;
	beforeEach(async () => {
		proxy = await ServiceProxy.open();
		// What others do to a ticket is to be new to its page when the user changes the ticket.
		proxy.allowsWebhooks = service === 'lists';
	});
	const editor = editorWindow(
		{
			...options,
			signIn: savedSignIn,
			settings: (forge) => {
				proxy.behind = forge.addresses[service];
				return { ...setUp({ [service]: proxy.address })(forge), ...more };
			},
		},
		show,
	);
	afterEach(() => proxy.close());
	return { editor, proxy: () => proxy };
}
