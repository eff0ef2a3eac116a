import { testCertificate } from '../kit/mails/mail-certificate.ts';
import { startMailServer } from '../kit/mails/mail-server.ts';
import { Dialogue, openBox } from './editor-driver.ts';
import { press, type State, toast } from './trials-state.ts';
import { changeSettings } from './trials-window.ts';

let server: Awaited<ReturnType<typeof startMailServer>> | undefined;

const start = async (options: Parameters<typeof startMailServer>[0]) => {
	server = await startMailServer({ allowInsecureAuth: true, ...options });
	return server.port;
};

/** A step of the set-up, which `enter` reaches from the first one. */
const step = (name: string, enter: (dialogue: Dialogue) => Promise<void>): State => ({
	name: `mail-${name}`,
	hasPage: false,
	enter: async ({ window }) => {
		await openBox(window, 'Tildeforge: Set Up Sending Mail…', 'Set Up Sending Mail (1/5)');
		await enter(new Dialogue(window.page));
	},
	leave: async ({ window }) => {
		await new Dialogue(window.page).leave();
		await server?.stop();
		server = undefined;
	},
});

async function enterServer(dialogue: Dialogue, port: number): Promise<void> {
	await dialogue.answer(`127.0.0.1:${port}`);
	await dialogue.asks('Set Up Sending Mail (2/5)');
	await dialogue.choose(/Not Encrypted/);
	await dialogue.asks('Set Up Sending Mail (3/5)');
}

/** What the test mail says if it was not sent. `portOf` returns the port of the server. */
const failedTest = (name: string, portOf: () => Promise<number>): State => ({
	name,
	hasPage: false,
	enter: async (trial) => {
		await changeSettings(trial, {
			'tildeforge.mailServer': { host: '127.0.0.1', port: await portOf(), from: 'ana@example.org' },
		});
		await trial.window.command('Tildeforge: Send Test Mail to Myself');
		await toast(trial, /The test mail was not sent/).waitFor();
	},
	leave: async (trial) => {
		await changeSettings(trial, { 'tildeforge.mailServer': {} });
		await trial.window.command('Notifications: Clear All Notifications');
		await press(trial, 'Escape');
		await server?.stop();
		server = undefined;
	},
});

/** The set-up of a mail server, and what the test mail says. */
export const mailStates: readonly State[] = [
	step('server', async (dialogue) => {
		await dialogue.answer('smtp server');
		await dialogue.says(/Enter a host name/);
	}),
	step('security', async (dialogue) => {
		await dialogue.answer('smtp.example.org');
		await dialogue.asks('Set Up Sending Mail (2/5)');
	}),
	step('wrong-password', async (dialogue) => {
		await enterServer(dialogue, await start({ needsLogin: true }));
		await dialogue.answer('ana@example.org');
		await dialogue.asks('Set Up Sending Mail (4/5)');
		await dialogue.answer('wrong');
		await dialogue.says(/refused the user name/);
	}),
	step('sender', async (dialogue) => {
		await enterServer(dialogue, await start({}));
		await dialogue.answer('');
		await dialogue.asks('Set Up Sending Mail (5/5)');
	}),
	// Nothing listens at this port.
	failedTest('mail-test-failed', async () => 9),
	failedTest('mail-untrusted-certificate', () => start(testCertificate)),
];
