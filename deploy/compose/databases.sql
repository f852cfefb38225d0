create database unleash;
