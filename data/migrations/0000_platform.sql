CREATE TABLE `actions` (
	`name` text PRIMARY KEY NOT NULL,
	`display_name` text NOT NULL,
	`execution_text` text,
	`description` text,
	`parameters` text NOT NULL,
	`do_not_execute` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `agents` (
	`uid` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`icon` text,
	`is_active` integer NOT NULL,
	`integrate_with` text NOT NULL,
	`integration_type` text NOT NULL,
	`integration_meta` text NOT NULL,
	`tools` text NOT NULL,
	`actions` text NOT NULL,
	`meta_data` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `api_keys` (
	`hash` text PRIMARY KEY NOT NULL,
	`scope` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `deliveries` (
	`run_id` text PRIMARY KEY NOT NULL,
	`thread_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`agent_uid` text NOT NULL,
	`message_id` integer NOT NULL,
	`answer_id` integer,
	`state` text NOT NULL,
	`failure` text,
	`started_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`ended_at_ms` integer,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`answer_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_running_delivery` ON `deliveries` (`conversation_id`) WHERE state = 'running';--> statement-breakpoint
CREATE INDEX `deliveries_of_conversation` ON `deliveries` (`conversation_id`,`started_at_ms`);--> statement-breakpoint
CREATE INDEX `deliveries_of_agent` ON `deliveries` (`agent_uid`,`started_at_ms`);--> statement-breakpoint
CREATE TABLE `groups` (
	`guid` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`icon` text,
	`description` text,
	`owner` text,
	`metadata` text,
	`tags` text,
	`created_at` integer,
	`recorded_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `members` (
	`guid` text NOT NULL,
	`uid` text NOT NULL,
	`scope` text NOT NULL,
	`is_banned` integer NOT NULL,
	`joined_at` integer NOT NULL,
	`recorded_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`guid`, `uid`),
	FOREIGN KEY (`guid`) REFERENCES `groups`(`guid`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `members_of_user` ON `members` (`uid`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`muid` text,
	`conversation_id` text NOT NULL,
	`sender` text NOT NULL,
	`receiver` text NOT NULL,
	`receiver_type` text NOT NULL,
	`category` text NOT NULL,
	`type` text NOT NULL,
	`data` text NOT NULL,
	`tags` text,
	`run_id` text,
	`thread_id` text,
	`sent_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `message_named_by_sender` ON `messages` (`sender`,`muid`);--> statement-breakpoint
CREATE INDEX `messages_of_conversation` ON `messages` (`conversation_id`,`id`);--> statement-breakpoint
CREATE INDEX `messages_of_sender` ON `messages` (`sender`,`receiver_type`,`id`);--> statement-breakpoint
CREATE INDEX `messages_of_receiver` ON `messages` (`receiver`,`receiver_type`,`id`);--> statement-breakpoint
CREATE INDEX `messages_of_run` ON `messages` (`run_id`);--> statement-breakpoint
CREATE TABLE `notification_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`difference` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `reactions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`message_id` integer NOT NULL,
	`reaction` text NOT NULL,
	`uid` text NOT NULL,
	`reacted_at` integer NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reaction_once` ON `reactions` (`message_id`,`reaction`,`uid`);--> statement-breakpoint
CREATE INDEX `reactions_of_message` ON `reactions` (`message_id`,`id`);--> statement-breakpoint
CREATE INDEX `reactions_of_kind` ON `reactions` (`message_id`,`reaction`,`id`);--> statement-breakpoint
CREATE TABLE `users` (
	`uid` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`avatar` text,
	`link` text,
	`role` text,
	`last_active_at` integer,
	`metadata` text,
	`tags` text,
	`created_at` integer,
	`recorded_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
