CREATE TABLE `run_events` (
	`run_id` text NOT NULL,
	`number` integer NOT NULL,
	`event` text NOT NULL,
	PRIMARY KEY(`run_id`, `number`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`run_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `runs` (
	`run_id` text PRIMARY KEY NOT NULL,
	`conversation_key` text,
	`state` text NOT NULL,
	`started_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`stop_at_ms` integer,
	`ended_at_ms` integer,
	`caller` text,
	`counted_for` text,
	`wire` text,
	`read_at_ms` integer,
	`last` integer DEFAULT 0 NOT NULL,
	`characters` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `open_runs` ON `runs` (`conversation_key`) WHERE ended_at_ms is null;--> statement-breakpoint
CREATE INDEX `runs_by_start` ON `runs` (`started_at_ms`);--> statement-breakpoint
CREATE INDEX `streams_of_caller` ON `runs` (`counted_for`,`ended_at_ms`) WHERE counted_for is not null;--> statement-breakpoint
CREATE TABLE `answers` (
	`run_id` text PRIMARY KEY NOT NULL,
	`thread_id` text NOT NULL,
	`agent_uid` text NOT NULL,
	`message_id` integer NOT NULL,
	`answer_id` integer,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`run_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`answer_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `answers_to_message` ON `answers` (`message_id`);--> statement-breakpoint
INSERT INTO `runs` (`run_id`, `conversation_key`, `state`, `started_at_ms`, `expires_at_ms`, `ended_at_ms`)
	SELECT `run_id`, `conversation_key`, `state`, `started_at_ms`, `expires_at_ms`,
		CASE WHEN `state` IN ('waiting', 'running') THEN NULL ELSE coalesce(`ended_at_ms`, `started_at_ms`) END FROM `deliveries`;
--> statement-breakpoint
INSERT INTO `answers` (`run_id`, `thread_id`, `agent_uid`, `message_id`, `answer_id`)
	SELECT `run_id`, `thread_id`, `agent_uid`, `message_id`, `answer_id` FROM `deliveries`;
--> statement-breakpoint
DROP TABLE `deliveries`;
